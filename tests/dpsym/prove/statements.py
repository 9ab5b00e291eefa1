"""True statements, each with a false twin: a constant a shade too small, or the first that fails where there is slack."""

from sympy import Eq, Interval, Le, Ne, Rational, Symbol, cosh, erfc, exp, gamma, log, oo, pi, sinh, sqrt, tanh

from dpsym import RR, Gaussian, HockeyStick, Laplace, Renyi
from dpsym.parameters import alpha, b, delta, eps, sigma
from dpsym.prove import Convex, Monotone

x = Symbol("x", real=True)
y = Symbol("y", positive=True)
LESS, MORE = Rational(999, 1000), Rational(1001, 1000)
tail, density = erfc(x / sqrt(2)) / 2, exp(-(x**2) / 2) / sqrt(2 * pi)
response = Renyi(alpha, RR(eps))
classical = HockeyStick(eps, Gaussian(sqrt(2 * log(Rational(5, 4) / delta)) / eps))
mironov = log(1 / delta) / (alpha - 1)
sharp = log((alpha - 1) / alpha) - (log(delta) + log(alpha)) / (alpha - 1)
HALF, LINE, UNIT = {x: (0, oo)}, {x: (-oo, oo)}, {x: (0, 1)}
ORDERS = {alpha: (1, oo), eps: (0, oo)}
CALIBRATED = {eps: Interval.open(0, 1), delta: (Rational(1, 10**12), Rational(3, 10))}

PAIRS = {
    "exp on the unit interval": (exp(x) <= 1 + x + x**2, exp(x) <= 1 + x + Rational(718, 1000) * x**2, UNIT),
    "exp above its tangent": (1 + x <= exp(x), MORE + x <= exp(x), LINE),
    "log below its tangent": (log(x) <= x - 1, log(x) <= x - MORE, HALF),
    "log near infinity": (log(1 + 1 / x) <= 1 / x, log(1 + 1 / x) <= LESS / x, HALF),
    "tanh": (tanh(x) <= x, tanh(x) <= LESS * x, HALF),
    "sinh": (sinh(x) >= x + x**3 / 6, sinh(x) >= x + MORE * x**3 / 6, HALF),
    "hoeffding": (cosh(x) <= exp(x**2 / 2), cosh(x) <= exp(LESS * x**2 / 2), LINE),
    "tail, upper": (tail <= density / x, tail <= LESS * density / x, HALF),
    "tail, lower": (tail >= density * x / (1 + x**2), tail >= MORE * density * x / (1 + x**2), HALF),
    "tail, chernoff": (tail <= exp(-(x**2) / 2) / 2, tail <= LESS * exp(-(x**2) / 2) / 2, HALF),
    "tail, birnbaum": (
        tail >= 2 * density / (x + sqrt(x**2 + 4)),
        tail >= MORE * 2 * density / (x + sqrt(x**2 + 4)),
        HALF,
    ),
    "tail, sampford": (
        tail <= 4 * density / (3 * x + sqrt(x**2 + 8)),
        tail <= LESS * 4 * density / (3 * x + sqrt(x**2 + 8)),
        HALF,
    ),
    "gamma, by a cover": (gamma(x) >= Rational(88, 100), gamma(x) >= Rational(89, 100), {x: (1, 3)}),
    "response, tanh": (response <= alpha * eps * tanh(eps / 2), response <= LESS * alpha * eps * tanh(eps / 2), ORDERS),
    "response, square": (response <= alpha * eps**2 / 2, response <= LESS * alpha * eps**2 / 2, ORDERS),
    "response, pure": (response <= eps, response <= LESS * eps, ORDERS),
    "laplace below response": (
        Renyi(alpha, Laplace(1 / eps)) <= response,
        Renyi(alpha, Laplace(1 / eps)) <= LESS * response,
        ORDERS,
    ),
    "calibration": (classical <= delta, classical <= delta / 20, CALIBRATED),
    "conversions": (
        Le(sharp, mironov, evaluate=False),
        Le(mironov, sharp + Rational(1, 10), evaluate=False),
        {alpha: (1, oo), delta: (0, 1)},
    ),
    "laplace monotone": (
        Monotone(Renyi(alpha, Laplace(b)), alpha),
        Monotone(Renyi(alpha, Laplace(b)) - alpha / 1000, alpha),
        {alpha: (1, oo), b: (0, oo)},
    ),
    "gaussian monotone": (
        Monotone(Renyi(alpha, Gaussian(sigma)), alpha),
        Monotone(Renyi(alpha, Gaussian(sigma)), sigma),
        {alpha: (1, oo), sigma: (0, oo)},
    ),
    "response monotone": (Monotone(response, alpha), Monotone(response, alpha, increasing=False), ORDERS),
    "response monotone in eps": (Monotone(response, eps), Monotone(response - eps / 1000, eps), ORDERS),
    "cumulant convex": (Convex((alpha - 1) * response, alpha), Convex((1 - alpha) * response, alpha), ORDERS),
    "strict off an open end": (
        exp(x) < 1 + x + x**2,
        exp(x) < 1 + x + Rational(718, 1000) * x**2,
        {x: Interval.Lopen(0, 1)},
    ),
    "strict up to the ends": (x < exp(x), x < exp(x) - 1, {x: (0, 2)}),
    "strict in two variables": (x * y < exp(x) * exp(y), x * y < exp(x) * exp(y) / 8, {x: (0, 2), y: (0, 2)}),
    "identity": (
        Eq(tanh(x), (exp(2 * x) - 1) / (exp(2 * x) + 1)),
        Eq(tanh(x), (exp(2 * x) - 1) / (exp(2 * x) + MORE)),
        LINE,
    ),
    "identity of logarithms": (Eq(log(x**2 + x), log(x) + log(1 + x)), Eq(log(x**2 + x), log(x) + log(MORE + x)), HALF),
    "apart": (Ne(exp(x), x), Ne(exp(x), x + 1), LINE),
}
