"""Sources that many families share: divergences of exponential families in closed form."""

from theorems.entry import Cite

_RENYI, _TEXT, _ARXIV = "nielsennock2011", "the Rényi divergence of an exponential family", "arXiv:1105.3259"

BHATTACHARYYA = Cite("nielsenboltz2011", "the Bhattacharyya coefficient of an exponential family", "arXiv:1004.5049")
RENYI = Cite(_RENYI, _TEXT, _ARXIV)
RENYI_AT_ONE = Cite(_RENYI, f"{_TEXT}, as the order tends to 1", _ARXIV)
RENYI_AT_TWO = Cite(_RENYI, f"{_TEXT}, at order 2", _ARXIV)
CHI_SQUARE_GAUSSIAN = Cite("nielsennock2014", "the chi square of two Gaussian laws of one covariance")
BALLE_VARIATION = Cite("balle2018improving", "section 2, the divergence at alpha = 1", "arXiv:1807.01647v2")

EXPONENTIAL_FAMILY = {"renyi": (RENYI,), "kl": (RENYI_AT_ONE,), "chi2": (RENYI_AT_TWO,), "hellinger": (BHATTACHARYYA,)}
"""Where the closed forms of an exponential family stand, by topic."""


def gil(family: str) -> dict[str, tuple[Cite, ...]]:
    """Return where the closed forms of a family stand that is in the tables of Gil and others, by topic."""

    def row(what: str = "") -> Cite:
        return Cite("gil2013renyi", f"{family} family{what}")

    return {
        "renyi": (row(),),
        "kl": (row(),),
        "chi2": (row(", at order 2"),),
        "hellinger": (BHATTACHARYYA, row(", at order 1/2")),
        "loss_variance": (row(", variance of the log-likelihood ratio"),),
    }
