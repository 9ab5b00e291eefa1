"""A guarantee: what was done to the data, for which adjacency, and every promise that follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Expr, Rational, SympifyError

from dpsym.distributions import Law
from dpsym.errors import DpsymError, NoRouteError, ParameterError
from dpsym.guarantees import explanation
from dpsym.guarantees.adjacency import Adjacency, Relation, adjacency_of
from dpsym.guarantees.arrow import Request
from dpsym.guarantees.hand import require_any_data
from dpsym.guarantees.mechanism import Mechanism
from dpsym.guarantees.nodes import Composed, Given, Grouped, Node, Processed, Replaced, Sampled
from dpsym.guarantees.notions import (
    GDP,
    NOTIONS,
    ZCDP,
    ApproxDP,
    LossDP,
    Notion,
    ProfileDP,
    PureDP,
    RenyiDP,
    TradeOffDP,
)
from dpsym.guarantees.numbers import as_float, upper
from dpsym.guarantees.proof import Proof
from dpsym.guarantees.question import Question
from dpsym.guarantees.routes import Route
from dpsym.guarantees.words import formula, in_short, promise
from dpsym.parameters import DISTANCE_STEPS, POSITIVE_COUNT, PRIVACY_LOSS, SENSITIVITY, TARGET


@dataclass(frozen=True)
class Guarantee:
    """A guarantee that remembers how it was made.

    Made by `guarantee`, or by the methods of a law: ``Gaussian(sigma).compose(k).to_approx(delta=1e-5)``.

    Parameters
    ----------
    node : Node
        What was done.
    adjacency : Adjacency
        Between which datasets.
    question : Question or None
        Of the answer of ``to_*``: what was asked, which knows the routes that lost.

    Notes
    -----
    What ``to_*`` returns has its promise as ``value``, its number as ``number`` (and by ``float``), its proof as ``explain()`` and
    ``latex()``. The questions that laws answer too (``epsilon``, ``renyi``, ...) are attached by `dpsym.session`.
    """

    node: Node
    adjacency: Adjacency
    question: Question | None = field(default=None, compare=False, repr=False)

    # -- operations ----------------------------------------------------------------------------------------------------

    def compose(self, *others: object) -> Guarantee:
        """Return the guarantee of this mechanism run several times, or followed by others, chosen adaptively.

        Parameters
        ----------
        *others : Guarantee, Law, Notion or positive integer
            One integer (or symbol) is how often this one is run; guarantees are run after it.

        Raises
        ------
        AdjacencyError
            If the adjacency differs.
        ParameterError
            If a count is not a positive integer.
        """
        if len(others) == 1 and not isinstance(others[0], (Guarantee, Law, Notion)):
            return replace(self, node=_composed([(self.node, POSITIVE_COUNT.check(others[0]))]), question=None)
        return composed([self, *others])

    def sampled(self, sampling: Any) -> Guarantee:
        """Return the guarantee with a sampling, or a shuffling, in front of this mechanism.

        Raises
        ------
        NotApplicableError
            If the promise is about the data in hand.
        ParameterError
            If the adjacency is not the one that it needs.
        """
        require_any_data(self.node, sampling.words)
        relation = self.adjacency.relation
        if not relation.stands_for(sampling.needs) or self.adjacency.distance != 1:
            # of several records one or the other is sampled more often than one alone
            rule = f"{sampling.needs.value}, one step apart (a group is formed after sampling)"
            raise ParameterError(f"adjacency under {sampling.words}", rule, str(self.adjacency))
        node = self.node if sampling.is_idle else Sampled(self.node, sampling)
        return Guarantee(
            node,
            self.adjacency if relation.stands_for(sampling.gives) else replace(self.adjacency, relation=sampling.gives),
        )

    def group(self, count: object) -> Guarantee:
        """Return the guarantee for datasets `count` steps apart.

        Raises
        ------
        NotApplicableError
            If the promise is about the data in hand.
        """
        require_any_data(self.node, "group privacy")
        steps = DISTANCE_STEPS.check(count)
        return Guarantee(Grouped(self.node, steps), self.adjacency.at_distance(steps))

    def to_replace(self) -> Guarantee:
        """Return the guarantee for one record replaced: one removed and one added, each of which moves a query by its sensitivity.

        Of noise, on Poisson samples or not, it is the exact one of the worst pair; of promises it is that of a group of two.

        Raises
        ------
        NotApplicableError
            If the promise is about the data in hand.
        ParameterError
            If records are not added, removed or zeroed out.
        """
        require_any_data(self.node, "a record replaced by two steps")
        if not self.adjacency.relation.has_the_pairs_of_add_remove:
            raise ParameterError("adjacency", "add-remove or zero-out", str(self.adjacency))
        return Guarantee(
            Replaced(self.node),
            replace(self.adjacency.at_distance(2), relation=Relation.REPLACE, distance=self.adjacency.distance),
        )

    def post_process(self) -> Guarantee:
        """Return the guarantee of the processed output."""
        return Guarantee(Processed(self.node), self.adjacency)

    # -- questions -----------------------------------------------------------------------------------------------------

    def to(self, notion: type[Notion] | str, *, delta: object = None, eps: object = None) -> Guarantee:
        """Return the best promise of a notion that any chain of theorems proves; it tells the chains that lost when it is asked.

        Parameters
        ----------
        notion : type of Notion, or its key
            For example `RenyiDP` or ``"renyi"``.
        delta, eps : real, optional
            For approximate privacy: at which delta eps is wanted, or at which eps delta.

        Raises
        ------
        NoRouteError
            If no chain leads there; the message lists the reasons.
        ParameterError
            If the notion is not known, or a number is missing or outside its domain.
        """
        target = _notion(notion)
        question = Question(self.node, target, _request(target, delta, eps))
        return Guarantee(Given(question.best), self.adjacency, question)

    def to_approx(self, delta: object = None, *, eps: object = None) -> Guarantee:
        """Return approximate privacy: the least eps at a delta, or the least delta at an eps."""
        return self.to(ApproxDP, delta=delta, eps=eps)

    def to_pure(self) -> Guarantee:
        """Return pure privacy."""
        return self.to(PureDP)

    def to_renyi(self) -> Guarantee:
        """Return Rényi privacy, a budget at each order."""
        return self.to(RenyiDP)

    def to_zcdp(self) -> Guarantee:
        """Return zero-concentrated privacy."""
        return self.to(ZCDP)

    def to_gdp(self) -> Guarantee:
        """Return Gaussian privacy."""
        return self.to(GDP)

    def to_profile(self) -> Guarantee:
        """Return the privacy profile."""
        return self.to(ProfileDP)

    def to_tradeoff(self) -> Guarantee:
        """Return the trade-off function."""
        return self.to(TradeOffDP)

    # -- answers -------------------------------------------------------------------------------------------------------

    @property
    def proof(self) -> Proof:
        """The chain of theorems of an answer.

        Raises
        ------
        NoRouteError
            If it was not yet asked in which notion: use `to`.
        """
        if not isinstance(self.node, Given):
            raise NoRouteError("a guarantee has a proof once it is in a notion: ask with to_approx, to_renyi, ...")
        return self.node.proof

    @property
    def value(self) -> Notion:
        """The promise of an answer, for example an `ApproxDP` with its eps and delta, in the form in which it is printed."""
        return in_short(self.proof.value)

    @property
    def number(self) -> Expr:
        """The number of a promise that is one: of approximate privacy eps where a delta was asked for, delta where an eps was.

        Raises
        ------
        ParameterError
            If the promise is a curve, or has several numbers.
        """
        found = {name: getattr(self.value, name) for name in self.value.domains}
        if isinstance(self.value, ApproxDP):
            found.pop("delta" if self.request.eps is None else "eps")
        if isinstance(self.value, ZCDP) and self.value.xi == 0:
            found.pop("xi")
        if len(found) != 1:
            raise ParameterError("promise that is asked for as a number", "one number", promise(self.value))
        return next(iter(found.values()))

    def __float__(self) -> float:
        return as_float(upper(self.number))

    def _sympy_(self) -> Expr:
        """Return the number, for ``N`` and arithmetic with SymPy's expressions."""
        try:
            return self.number
        except DpsymError as error:
            raise SympifyError(str(self), error) from None

    @property
    def theorems(self) -> tuple[str, ...]:
        """The ids of the registry's entries that an answer rests on."""
        return self.proof.all_theorems

    @property
    def request(self) -> Request:
        """The delta or the eps that was asked for."""
        return Request() if self.question is None else self.question.request

    @property
    def routes(self) -> tuple[Route, ...]:
        """Every chain of theorems to an answer, the best first; all but the answer's are walked when this is asked for."""
        return () if self.question is None else self.question.routes

    @property
    def losers(self) -> tuple[Route, ...]:
        """The other chains: those with a worse value, and those whose hypotheses fail."""
        return self.routes[1:]

    def explain(self, *, long: bool = False, routes: bool = False) -> str:
        """Return the answer with its theorems, hypotheses and entries; `theorems.explain` says how each entry stands.

        Parameters
        ----------
        long : bool, optional
            Whether the proof is told step by step, with what each theorem says and where it is tight.
        routes : bool, optional
            Whether the chains that lost are told too.
        """
        return explanation.explain(self, routes=routes, long=long)

    def latex(self) -> str:
        r"""Return the proof as a paragraph of LaTeX with ``\cite``; `theorems.bibtex` has the records."""
        return explanation.latex(self)

    def _latex(self, printer: Any) -> str:
        if not isinstance(self.node, Given):
            return rf"\text{{a guarantee for {self.adjacency}}}"
        return formula(self.value)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self._latex(None)}$"

    def __str__(self) -> str:
        if not isinstance(self.node, Given):
            return f"a guarantee for {self.adjacency} (ask with to_approx, to_renyi, ...)"
        given = f"by {self.proof.route}" if self.proof.arrow is not None else "given"
        return f"{promise(self.value)} for {self.adjacency}, {given}"

    __repr__ = __str__


def guarantee(subject: object, *, adjacency: object = Relation.ADD_REMOVE, sensitivity: object = 1) -> Guarantee:
    """Return the guarantee of a mechanism, or of a promise that is known.

    Parameters
    ----------
    subject : Law or Notion
        The law of the noise or the answer; or a promise such as ``PureDP(1)``.
    adjacency : Adjacency or str, optional
        ``"add-remove"``, ``"replace"``, ``"l1-ball"`` or ``"zero-out"``.
    sensitivity : positive real, optional
        How far one step moves the query, in the unit of the noise.

    Raises
    ------
    ParameterError
        If it is neither, or a sensitivity is given with a promise, which has none.
    """
    if isinstance(subject, Notion):
        if SENSITIVITY.check(sensitivity) != 1:
            raise ParameterError("sensitivity of a promise", "left out: it belongs to a mechanism", sensitivity)
        value: Notion = subject
    elif isinstance(subject, Law):
        value = LossDP(((Mechanism(subject.on_a_line(), sensitivity), 1),))  # type: ignore[arg-type]
    else:
        raise ParameterError("guarantee", "a mechanism or a promise", subject)
    return Guarantee(Given(Proof(value)), adjacency_of(adjacency))


def composed(guarantees: Iterable[object], parallel: bool = False) -> Guarantee:
    """Return the guarantee of mechanisms run one after the other, or each on a part of the data of its own.

    Parameters
    ----------
    guarantees : iterable of Guarantee, Law or Notion
        A law or a promise is for the add-remove adjacency.
    parallel : bool, optional
        Whether each is run on a disjoint part of the data.

    Raises
    ------
    AdjacencyError
        If they are for different adjacencies.
    ParameterError
        If there is none.
    """
    if not isinstance(guarantees, Iterable) or isinstance(guarantees, str):
        raise ParameterError("guarantees", "several guarantees, laws or promises", guarantees)
    parts = [each if isinstance(each, Guarantee) else guarantee(each) for each in guarantees]
    if not parts:
        raise ParameterError("guarantees", "at least one", parts)
    for part in parts[1:]:
        parts[0].adjacency.require_same(part.adjacency)
    shared = parts[0].adjacency
    if parallel and (shared.relation is not Relation.ADD_REMOVE or shared.distance != 1):
        # a replaced record may leave one part of the data and enter another, and so may two steps
        raise ParameterError("adjacency of mechanisms on disjoint data", "add-remove, one step apart", str(shared))
    return Guarantee(_composed([(part.node, POSITIVE_COUNT.check(1)) for part in parts], parallel), shared)


def _composed(parts: list[tuple[Node, Expr]], parallel: bool = False) -> Node:
    """Return a composition of distinct nodes; a composition among them is taken apart, and what is drawn anew each time is told how often."""
    counts: dict[Node, Expr] = {}
    for node, count in parts:
        inner = node.parts if isinstance(node, Composed) and node.parallel == parallel else ((node, Rational(1)),)
        for each, times in inner:
            single, number = (each, Rational(1)) if parallel else _once(each)
            counts[single] = counts.get(single, Rational(0)) + times * count * number
    found = tuple((node, count) if parallel else _repeated(node, count) for node, count in counts.items())
    return (
        found[0][0] if len(found) == 1 and not parallel and _is_drawn_anew(found[0][0]) else Composed(found, parallel)
    )


def _is_drawn_anew(node: Node) -> bool:
    """Return whether what is in front of a mechanism counts how often it is drawn: epochs of an allocation, batches that are cut."""
    return hasattr(getattr(node, "sampling", None), "repeated")


def _once(node: Any) -> tuple[Node, Expr]:
    """Return the node with one draw in front of it, and their number."""
    if not _is_drawn_anew(node):
        return node, Rational(1)
    sampling, number = node.sampling.once
    return replace(node, sampling=sampling), number


def _repeated(node: Any, count: Expr) -> tuple[Node, Expr]:
    """Return the node with so many draws in front of it, or how often it is run."""
    if not _is_drawn_anew(node):
        return node, count
    return replace(node, sampling=node.sampling.repeated(count)), Rational(1)


def _notion(notion: object) -> type[Notion]:
    if isinstance(notion, type) and issubclass(notion, Notion):
        return notion
    if isinstance(notion, str) and notion in NOTIONS:
        return NOTIONS[notion]
    raise ParameterError("notion", "one of " + ", ".join(NOTIONS), notion)


def _request(target: type[Notion], delta: object, eps: object) -> Request:
    if target is ApproxDP and (delta is None) == (eps is None):
        raise ParameterError("request for approximate privacy", "a delta or an eps", {"delta": delta, "eps": eps})
    return Request(None if delta is None else TARGET.check(delta), None if eps is None else PRIVACY_LOSS.check(eps))
