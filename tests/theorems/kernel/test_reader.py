"""Statements that are read back from what Coq prints, and false twins of them that must be noticed."""

import dataclasses

import pytest

from theorems.kernel.compare import difference
from theorems.kernel.errors import ReadingError
from theorems.kernel.gate import symbols
from theorems.kernel.reader import read
from theorems.kernel.syntax import Bound, parse
from theorems.registry import registry

BERNOULLI = (
    "forall (p : R) (_ : Rlt (IZR Z0) p) (_ : Rlt p (IZR (Zpos xH))) (q : R) (_ : Rlt (IZR Z0) q) (_ : Rlt q (IZR (Zpos xH))), "
    "is_kl (finite (S (S O))) (bernoulli p) (bernoulli q) (Finite (Rplus (Rmult p (ln (Rdiv p q))) "
    "(Rmult (Rminus (IZR (Zpos xH)) p) (ln (Rdiv (Rminus (IZR (Zpos xH)) p) (Rminus (IZR (Zpos xH)) q))))))"
)
PROCESSING = (
    "forall (size1 size2 : nat) (epsilon : R) (_ : Rle (IZR Z0) epsilon) (P : forall _ : nat, R) (_ : is_law (finite size1) P) "
    "(Q : forall _ : nat, R) (_ : is_law (finite size1) Q) (K : forall (_ : nat) (_ : nat), R) "
    "(_ : is_kernel (finite size1) (finite size2) K), @ex R (fun value1 : R => and (is_hockey_stick (finite size2) epsilon "
    "(image size1 K P) (image size1 K Q) value1) (@ex R (fun value2 : R => and (is_hockey_stick (finite size1) epsilon P Q value2) "
    "(Rle value1 value2))))"
)
CONTRACTION = (
    "forall (size1 size2 : nat) (epsilon : R) (_ : Rle (IZR Z0) epsilon) (P : forall _ : nat, R) (_ : is_law (finite size2) P) "
    "(Q : forall _ : nat, R) (_ : is_law (finite size2) Q) (K : forall (_ : nat) (_ : nat), R) "
    "(_ : is_kernel (finite size2) (finite size1) K), @ex R (fun value1 : R => and (is_hockey_stick (finite size1) epsilon "
    "(image size2 K P) (image size2 K Q) value1) (@ex R (fun value2 : R => and (is_hockey_stick (finite size2) epsilon P Q value2) "
    "(@ex R (fun value3 : R => and (is_supremum_of_pairs (finite size2) (fun row other : nat => finitely (is_hockey_stick "
    "(finite size1) epsilon (K row) (K other))) (Finite value3)) (Rle value1 (Rmult value2 value3)))))))"
)
DOMINATION = (
    "forall (size1 size2 : nat) (alpha : R) (_ : Rlt (IZR (Zpos xH)) alpha) (P : forall _ : nat, R) (_ : is_law (finite size1) P) "
    "(Q : forall _ : nat, R) (_ : is_law (finite size1) Q) (P1 : forall _ : nat, R) (_ : is_law (finite size2) P1) "
    "(Q1 : forall _ : nat, R) (_ : is_law (finite size2) Q1) (_ : @ex R (fun value1 : R => and (is_domination_gap (finite size1) "
    "(finite size2) P Q P1 Q1 value1) (Rle value1 (IZR Z0)))), @ex Rbar (fun value2 : Rbar => and (is_renyi (finite size1) alpha P Q "
    "value2) (@ex Rbar (fun value3 : Rbar => and (is_renyi (finite size2) alpha P1 Q1 value3) (Rbar_le value2 value3))))"
)
CHAIN = (
    "forall (size1 k : nat) (_ : le (S O) k) (P : forall (_ : nat) (_ : nat), R) (_ : is_kernel naturals (finite size1) P), "
    "@ex Rbar (fun value1 : Rbar => and (is_max_divergence (finite size1) (P O) (P k) value1) (@ex Rbar (fun value2 : Rbar => and "
    "(is_total k (fun link : nat => is_max_divergence (finite size1) (P link) (P (S link))) value2) (Rbar_le value1 value2))))"
)
BUDGET = (
    "forall (size1 k : nat) (_ : le (S O) k) (alpha : R) (_ : Rlt (IZR (Zpos xH)) alpha) (rho : R) (_ : Rle (IZR Z0) rho) "
    "(P : forall (_ : nat) (_ : nat), R) (_ : is_kernel naturals (finite size1) P) (_ : @ex Rbar (fun value1 : Rbar => and "
    "(is_supremum (finite k) (fun link : nat => is_concentrated_budget (finite size1) (IZR Z0) p_infty (P link) (P (S link))) value1) "
    "(Rbar_le value1 (Finite rho)))), @ex Rbar (fun value2 : Rbar => and (is_renyi (finite size1) alpha (P O) (P k) value2) "
    "(Rbar_le value2 (Finite (Rmult (Rmult alpha (pow (INR k) (S (S O)))) rho))))"
)
INDEXED = (
    "forall (size1 n : nat) (_ : le (S (S O)) n) (q : R) (_ : Rlt (IZR Z0) q) (_ : Rlt q (IZR (Zpos xH))) (P : forall _ : nat, R) "
    "(_ : is_law (finite size1) P) (_ : full_support (finite size1) P) (Q : forall _ : nat, R) (_ : is_law (finite size1) Q) "
    "(_ : full_support (finite size1) Q), @ex R (fun value1 : R => and (is_renyi (finite size1) (INR n) (@mixture (finite size1) q P Q) "
    "Q (Finite value1)) (@ex (forall _ : nat, R) (fun value2 : forall _ : nat, R => and (forall (j : nat) (_ : le (S (S O)) j) "
    "(_ : le j n), is_renyi (finite size1) (INR j) P Q (Finite (value2 j))) (@eq R value1 (Rdiv (ln (Rplus (Rmult (power (Rminus "
    "(IZR (Zpos xH)) q) (Rminus (INR n) (IZR (Zpos xH)))) (Rplus (Rminus (Rmult (INR n) q) q) (IZR (Zpos xH)))) (sum_between "
    "(S (S O)) n (fun j : nat => Rmult (Rmult (Rmult (pow q j) (power (Rminus (IZR (Zpos xH)) q) (Rplus (Ropp (INR j)) (INR n)))) "
    "(exp (Rmult (Rminus (INR j) (IZR (Zpos xH))) (value2 j)))) (Binomial.C n j))))) (Rminus (INR n) (IZR (Zpos xH))))))))"
)
STEPS = (
    "forall (size1 k : nat) (_ : le (S O) k) (K : forall (_ : list nat) (_ : nat), R) (_ : is_mechanism (finite size1) K) "
    "(L : forall (_ : list nat) (_ : nat), R) (_ : is_mechanism (finite size1) L), @ex Rbar (fun value1 : Rbar => and "
    "(is_max_divergence (answers (finite size1) k) (released (finite size1) K k) (released (finite size1) L k) value1) "
    "(@ex Rbar (fun value2 : Rbar => and (is_total k (fun step : nat => is_supremum (answers (finite size1) step) "
    "(fun past : point (answers (finite size1) step) => is_max_divergence (finite size1) (K (history (finite size1) step past)) "
    "(L (history (finite size1) step past)))) value2) (Rbar_le value1 value2))))"
)
FILTER = STEPS.replace(
    "is_total k (fun step : nat => is_supremum (answers (finite size1) step) (fun past : point (answers (finite size1) step) =>",
    "is_supremum (answers (finite size1) k) (is_sum_along (finite size1) (fun (step : nat) (past : point (answers (finite size1) step)) =>",
).replace("step past)))) value2", "step past))) k) value2")
TILTED = (
    "forall (size1 size2 : nat) (epsilon : R) (_ : Rlt (IZR Z0) epsilon) (Q : forall _ : nat, R) (_ : is_law (finite size1) Q) "
    "(_ : full_support (finite size1) Q) (K : forall (_ : nat) (_ : nat), R) (_ : is_kernel (finite size1) (finite size2) K), "
    "@ex R (fun value1 : R => and (is_max_divergence (finite size1) (tilted size1 epsilon K Q) Q (Finite value1)) (Rle value1 epsilon))"
)
GAMMA = (
    "forall (k : nat) (_ : le (S O) k), is_integral (Finite (IZR Z0)) p_infty (fun x : R => Rmult (power x (Rminus (INR k) "
    "(IZR (Zpos xH)))) (exp (Ropp x))) (INR (fact (Nat.sub k (S O))))"
)
BALL = (
    "forall (d : nat) (_ : le (S O) d), Rle (Rdiv (power (half_gamma (Init.Nat.add d (S (S O)))) (Rdiv (IZR (Zpos xH)) (INR d))) "
    "(Rmult (sqrt PI) (sqrt (Rplus (INR d) (IZR (Zpos (xO xH))))))) (Rdiv (sqrt (IZR (Zpos (xI xH)))) (IZR (Zpos (xO (xI xH)))))"
)
LEVELS = (
    "forall (d : nat) (_ : le (S O) d) (epsilon : R) (_ : Rlt (IZR Z0) epsilon), Rle (Rmult epsilon (sum (Init.Nat.add d (S O)) "
    "(fun j : nat => Rmin (INR (Nat.div d (Nat.pow (S (S O)) j))) (IZR (Zpos xH))))) (Rmult epsilon (Rplus (Rdiv (ln (INR d)) "
    "(ln (IZR (Zpos (xO xH))))) (IZR (Zpos xH))))"
)
QUARTILES = (
    "forall (s : R) (_ : Rlt (IZR Z0) s), Rle (Rdiv (Rmult (IZR (Zpos (xI (xI (xO (xO (xO (xO xH)))))))) s) (IZR (Zpos (xO (xI "
    "(xO (xO (xI xH)))))))) (Rmult (Rmult (Rmult (IZR (Zpos (xO xH))) (sqrt (IZR (Zpos (xO xH))))) s) (erfinv (Rdiv (IZR (Zpos xH)) "
    "(IZR (Zpos (xO xH))))))"
)
BOTH = (
    "forall (size1 size2 : nat) (epsilon : R) (_ : Rle (IZR Z0) epsilon) (R' : forall _ : nat, R) (_ : is_law (finite size2) R') (K :"
    " forall (_ : nat) (_ : nat), R) (_ : is_kernel (finite size2) (finite size1) K) (L : forall (_ : nat) (_ : nat), R) (_ : "
    "is_kernel (finite size2) (finite size1) L), @ex R (fun value1 : R => and (is_total_variation (finite size1) (image size2 K R') "
    "(image size2 L R') value1) (@ex R (fun value2 : R => and (is_supremum (finite size2) (fun row : nat => finitely (fun both : R =>"
    " @ex R (fun one : R => @ex R (fun two : R => and (is_hockey_stick (finite size1) epsilon (K row) (L row) one) (and "
    "(is_hockey_stick (finite size1) epsilon (L row) (K row) two) (@eq R both (Rplus one two))))))) (Finite value2)) (Rle (Rplus "
    "(Rdiv value1 (IZR (Zpos (xO xH)))) (Rdiv (IZR (Zpos xH)) (IZR (Zpos (xO xH))))) (Rdiv (Rplus (exp epsilon) (Rdiv value2 (IZR "
    "(Zpos (xO xH))))) (Rplus (exp epsilon) (IZR (Zpos xH))))))))"
)
TEXTS = {
    "gamma.integral": GAMMA,
    "dp.reconstruction": BOTH,
    "isotropic.ball.bounded": BALL,
    "nim.budget": LEVELS,
    "bandwidth.quartiles": QUARTILES,
    "mechanism.exponential.any": TILTED,
    "max.filter": FILTER,
    "dp.composition.pure.adaptive": STEPS,
    "kl.bernoulli": BERNOULLI,
    "hockey_stick.data_processing": PROCESSING,
    "hockey_stick.contraction": CONTRACTION,
    "dominating.renyi": DOMINATION,
    "dp.group.pure.any": CHAIN,
    "zcdp.group.any": BUDGET,
    "amplification.poisson.renyi.exact": INDEXED,
}


def reason(id, text):
    entry = registry()[id]
    return difference(entry, read(text, symbols(entry)))


@pytest.mark.parametrize("id", TEXTS)
def test_statement_is_read_back(id):
    assert reason(id, TEXTS[id]) == ""


@pytest.mark.parametrize(
    ("id", "old", "new"),
    [
        ("kl.bernoulli", "bernoulli p) (bernoulli q", "bernoulli q) (bernoulli p"),
        ("kl.bernoulli", "is_kl", "is_max_divergence"),
        ("kl.bernoulli", "Rlt (IZR Z0) p", "Rle (IZR Z0) p"),
        ("kl.bernoulli", "(_ : Rlt q (IZR (Zpos xH)))", ""),
        ("kl.bernoulli", "(_ : Rlt q (IZR (Zpos xH)))", "(_ : Rlt q (IZR (Zpos (xO xH))))"),
        ("kl.bernoulli", "Rdiv p q", "Rdiv q p"),
        ("kl.bernoulli", "Rplus (Rmult p", "Rminus (Rmult p"),
        ("kl.bernoulli", "(Finite (Rplus", "(Finite (Rmult"),
        ("hockey_stick.data_processing", "Rle value1 value2", "Rle value2 value1"),
        ("hockey_stick.data_processing", "Rle value1 value2", "Rlt value1 value2"),
        ("hockey_stick.data_processing", "size1) epsilon P Q", "size1) epsilon Q P"),
        ("hockey_stick.data_processing", "image size1 K Q", "image size1 K P"),
        (
            "hockey_stick.data_processing",
            "is_law (finite size1) Q)",
            "is_law (finite size1) Q) (_ : full_support (finite size1) Q)",
        ),
        ("hockey_stick.contraction", "(K row) (K other)", "(K other) (K row)"),
        ("hockey_stick.contraction", "Rmult value2 value3", "Rmult value2 value2"),
        ("hockey_stick.contraction", "Rmult value2 value3", "Rplus value2 value3"),
        ("dominating.renyi", "P Q P1 Q1 value1", "P Q Q1 P1 value1"),
        ("mechanism.exponential.any", "(tilted size1 epsilon K Q) Q", "Q (tilted size1 epsilon K Q)"),
        ("mechanism.exponential.any", "Rle value1 epsilon", "Rlt value1 epsilon"),
        ("max.filter", "(K (history", "(L (history"),
        ("max.filter", "Rbar_le value1 value2", "Rbar_le value2 value1"),
        ("dp.composition.pure.adaptive", "is_total k (fun step", "is_supremum (finite k) (fun step"),
        ("dp.composition.pure.adaptive", "(released (finite size1) L k)", "(released (finite size1) K k)"),
        ("dp.composition.pure.adaptive", "(L (history", "(K (history"),
        ("dp.composition.pure.adaptive", "is_total k", "is_total (S k)"),
        ("dominating.renyi", "Rle value1 (IZR Z0)", "Rle (IZR Z0) value1"),
        ("dp.group.pure.any", "(P link) (P (S link))", "(P (S link)) (P link)"),
        ("dp.group.pure.any", "(P O) (P k)", "(P (S O)) (P k)"),
        ("dp.group.pure.any", "is_total k", "is_supremum (finite k)"),
        ("zcdp.group.any", "p_infty", "(Finite (IZR (Zpos (xO xH))))"),
        ("zcdp.group.any", "(IZR Z0) p_infty", "(IZR (Zpos xH)) p_infty"),
        ("zcdp.group.any", "finite k", "finite (S k)"),
        ("zcdp.group.any", "(S (S O))", "(S O)"),
        ("amplification.poisson.renyi.exact", "(INR j) P Q", "(INR j) Q P"),
        ("amplification.poisson.renyi.exact", "(INR j) P Q", "(INR n) P Q"),
        ("amplification.poisson.renyi.exact", "pow q j", "pow q n"),
        ("amplification.poisson.renyi.exact", "Ropp (INR j)", "INR j"),
        ("gamma.integral", "fact (Nat.sub k (S O))", "fact k"),
        ("gamma.integral", "(_ : le (S O) k)", ""),
        ("gamma.integral", "p_infty", "(Finite (IZR (Zpos xH)))"),
        ("isotropic.ball.bounded", "half_gamma (Init.Nat.add d (S (S O)))", "half_gamma (Init.Nat.add d (S O))"),
        ("isotropic.ball.bounded", "half_gamma (Init.Nat.add d (S (S O)))", "INR (fact d)"),
        ("nim.budget", "Nat.div d (Nat.pow (S (S O)) j)", "Nat.div d (Nat.pow (S (S O)) (S j))"),
        ("nim.budget", "Nat.div d (Nat.pow (S (S O)) j)", "d"),
        ("bandwidth.quartiles", "erfinv", "erf"),
        ("dp.reconstruction", "(L row) (K row)", "(K row) (L row)"),
        ("dp.reconstruction", "epsilon (L row)", "(IZR Z0) (L row)"),
    ],
)
def test_false_twin_is_noticed(id, old, new):
    text = TEXTS[id].replace(old, new, 1)
    assert text != TEXTS[id]
    assert reason(id, text)


@pytest.mark.parametrize(
    ("id", "old", "new"),
    [
        ("kl.bernoulli", "finite (S (S O))", "finite (S (S (S O)))"),
        ("kl.bernoulli", "is_kl", "is_kl'"),
        ("kl.bernoulli", "ln (Rdiv p q)", "log2 (Rdiv p q)"),
        ("hockey_stick.data_processing", "is_hockey_stick (finite size2)", "is_hockey_stick (finite size1)"),
        (
            "hockey_stick.data_processing",
            "value2 : R => and (is_hockey_stick (finite size1) epsilon P Q value2)",
            "value2 : R => and (is_hockey_stick (finite size1) epsilon P Q value1)",
        ),
        ("hockey_stick.data_processing", "is_law (finite size1) Q", "is_law (finite size1) P"),
        ("hockey_stick.data_processing", "is_law (finite size1) Q", "False"),
        ("hockey_stick.contraction", "(K row) (K other)", "(K row) (K row)"),
        ("hockey_stick.contraction", "is_supremum_of_pairs (finite size2)", "is_supremum_of_pairs (finite size1)"),
        ("hockey_stick.contraction", "is_supremum_of_pairs", "is_supremum"),
        ("hockey_stick.contraction", "row other : nat", "row : nat"),
        ("dominating.renyi", "(finite size1) (finite size2) P", "(finite size2) (finite size1) P"),
        ("dp.group.pure.any", "P (S link)", "P link"),
        ("dp.group.pure.any", "P (S link)", "P (S (S link))"),
        ("dp.group.pure.any", "is_total k", "is_total size1"),
        ("dp.group.pure.any", "is_kernel naturals", "is_kernel (finite size1)"),
        ("zcdp.group.any", "is_supremum (finite k)", "is_supremum (finite size1)"),
        ("amplification.poisson.renyi.exact", "sum_between (S (S O))", "sum_between (S O)"),
        ("amplification.poisson.renyi.exact", "(_ : le j n)", "(_ : le j (S n))"),
        ("amplification.poisson.renyi.exact", "(_ : le j n)", ""),
        ("amplification.poisson.renyi.exact", "(_ : le j n)", "(_ : le n j)"),
        ("amplification.poisson.renyi.exact", "Finite (value2 j)", "Finite value1"),
        ("amplification.poisson.renyi.exact", "Finite (value2 j)", "Finite (value2 n)"),
        ("gamma.integral", "Nat.sub k (S O)", "Nat.sub k (S (S O))"),
        ("gamma.integral", "Nat.sub k (S O)", "Nat.sub (S O) k"),
        ("isotropic.ball.bounded", "half_gamma (Init.Nat.add d (S (S O)))", "half_gamma O"),
        ("dp.reconstruction", "(Rplus one two)", "(Rplus one one)"),
        ("dp.reconstruction", "(Rplus one two)", "(Rminus one two)"),
        ("dp.reconstruction", "fun two : R", "fun one : R"),
        ("dp.reconstruction", "fun both : R", "fun epsilon : R"),
        ("nim.budget", "Nat.div d (Nat.pow (S (S O)) j)", "Nat.div d j"),
        ("mechanism.exponential.any", "tilted size1", "tilted size2"),
        (
            "mechanism.exponential.any",
            "is_kernel (finite size1) (finite size2)",
            "is_kernel (finite size2) (finite size1)",
        ),
        ("max.filter", "step past))) k) value2", "step past))) (S k)) value2"),
        ("max.filter", "(is_sum_along (finite size1)", "(is_sum_along (finite k)"),
        ("dp.composition.pure.adaptive", "(answers (finite size1) k)", "(answers (finite size1) (S k))"),
        (
            "dp.composition.pure.adaptive",
            "is_supremum (answers (finite size1) step)",
            "is_supremum (answers (finite size1) k)",
        ),
        ("dp.composition.pure.adaptive", "is_mechanism (finite size1) L", "is_mechanism (finite k) L"),
        (
            "dp.composition.pure.adaptive",
            "(K (history (finite size1) step past))",
            "(K (history (finite size1) k past))",
        ),
        ("dp.composition.pure.adaptive", "(K (history (finite size1) step past))", "(K step)"),
    ],
)
def test_statement_of_another_shape_is_refused(id, old, new):
    text = TEXTS[id].replace(old, new, 1)
    assert text != TEXTS[id]
    with pytest.raises(ReadingError):
        reason(id, text)


def test_another_domain_or_hypothesis_is_noticed():
    entry = registry()["kl.bernoulli"]
    found = read(BERNOULLI, symbols(entry))
    narrower = dataclasses.replace(entry, hypotheses=(found.statement,))
    assert "hypotheses" in difference(narrower, found)


def test_terms_are_applications_and_quantifiers_alone():
    assert parse("f (g x) y") == ("f", ("g", "x"), "y")
    assert parse("fun x : R => f x") == Bound("fun", "x", "R", ("f", "x"))
    for text in ("f (x", "f )", "let x := y in x", "f {x}", "forall x, f x", '"x"'):
        with pytest.raises(ReadingError):
            parse(text)
