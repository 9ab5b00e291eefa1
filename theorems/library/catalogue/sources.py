"""Sources that many families share: divergences of exponential families in closed form."""

from theorems.entry import Cite

_RENYI, _TEXT, _ARXIV = "nielsennock2011", "the Rényi divergence of an exponential family", "arXiv:1105.3259"

BHATTACHARYYA = Cite("nielsenboltz2011", "the Bhattacharyya coefficient of an exponential family", "arXiv:1004.5049")
RENYI = Cite(_RENYI, _TEXT, _ARXIV)
RENYI_AT_ONE = Cite(_RENYI, f"{_TEXT}, as the order tends to 1", _ARXIV)
RENYI_AT_TWO = Cite(_RENYI, f"{_TEXT}, at order 2", _ARXIV)
CHI_SQUARE_GAUSSIAN = Cite("nielsennock2014", "the chi square of two Gaussian laws of one covariance")
