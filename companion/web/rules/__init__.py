"""The rules, asked in one's own words; at a table with the rulings it plays by, to be settled otherwise."""

from starlette.responses import Response

from companion.data.rulebook import Rule, rulebook
from companion.errors import InputError, Refused
from companion.play.game import game_of
from companion.play.games import GAMES
from companion.rules.rulings import Rulings
from companion.service.rules import MOST_NEAR, rule_named, rules_asked, rulings_of
from companion.web.visit import ANYONE, WATCHERS, Page, Visit

_LONGEST = 200  # characters of a question that are read


async def _show(visit: Visit) -> Response:
    form = visit.form
    game = game_of(visit.table).name if visit.at_table else form.text("game")
    if game and game not in GAMES:
        raise InputError("There are no rules of that game here.")
    asked, found, unknown = form.text("q")[:_LONGEST], list[Rule](), None
    rule = rule_named(game, form.text("rule")) if game else None
    if rule is None and asked:
        try:
            rule, *found = rules_asked([asked], game or None)
        except Refused as error:
            unknown = error.whole
    near = [] if rule is None else [each for name in rule.see if (each := rule_named(rule.game, name))]
    others = list({each.title: each for each in (*found, *near) if each is not rule}.values())
    return visit.page(
        "rules.html",
        game=game,
        games=GAMES,
        asked=asked,
        unknown=unknown,
        rule=rule,
        others=others[:MOST_NEAR],
        books={} if rule else {each: rulebook(each) for each in ((game,) if game else GAMES)},
        known=[] if rule is None else [each for each in rulings_of(rule.game) if each.name in rule.rulings],
        chosen=_in_force(visit, game if rule is None else rule.game),
        settles=visit.at_table and visit.decides and game_of(visit.table).settling is not None,
    )


def _in_force(visit: Visit, game: str) -> Rulings | None:
    """The rulings that a table plays by; the usual ones where there is none."""
    if not game:
        return None
    here = visit.table.state if visit.at_table else None
    found = getattr(here, "rulings", None)
    return found if isinstance(found, Rulings) else Rulings(rulings_of(game))


async def _settle(visit: Visit) -> Response:
    here, form = visit.table, visit.form
    settling = game_of(here).settling
    if settling is None:
        raise Refused("This game keeps the rulings with which it began.")
    name, _, value = form.text("ruling").partition("=")
    Rulings(rulings_of(game_of(here).name), {name: value})  # refuses what is none
    visit.play(lambda: settling(name, value))
    return visit.go("rules", rule=form.text("rule"))


PAGES = (Page("/rules", _show, who=ANYONE), Page("/t/{table}/rules", _show, _settle, who=WATCHERS))
"""The rules of all games, and those of a table."""
