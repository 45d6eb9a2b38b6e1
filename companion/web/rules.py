"""The pages that answer questions about the rules; at a table, they also show and set its rulings."""

from starlette.responses import Response

from companion.data.rulebook import Rule, rulebook
from companion.data.vocabulary import game_words
from companion.errors import InputError, Refused
from companion.play.game import game_of
from companion.play.games import GAMES, get_game
from companion.rules.rulings import Rulings
from companion.service.rules import MOST_NEAR, find_rule, find_rules, get_rulings
from companion.web.context import ANYONE, WATCHERS, PageContext, WebPage

_LONGEST = 200  # characters of a question; the rest is ignored
_FIRST_GAME = "first-game"  # the rule of each game that has a page of its own


async def _show_rules(context: PageContext) -> Response:
    form = context.form
    game = game_of(context.table).name if context.has_table else form.text("game")
    if game and game not in GAMES:
        raise InputError("There are no rules of that game here.")
    query, rules, unknown = form.text("q")[:_LONGEST], list[Rule](), None
    rule = find_rule(game, form.text("rule")) if game else None
    if rule is None and query:
        try:
            rule, *rules = find_rules([query], game or None)
        except Refused as error:
            unknown = error.message
    if _FIRST_GAME in (form.text("rule"), rule and rule.name) and (named := rule.game if rule else game):
        return context.redirect("first") if context.has_table else context.redirect_to_path(f"/first?game={named}")
    related = [] if rule is None else [each for name in rule.see if (each := find_rule(rule.game, name))]
    others = list({each.title: each for each in (*rules, *related) if each is not rule}.values())
    return context.render_page(
        "rules.html",
        game=game,
        asked=query,
        unknown=unknown,
        rule=rule,
        others=others[:MOST_NEAR],
        books={} if rule else {each: rulebook(each) for each in ((game,) if game else GAMES)},
        known=[] if rule is None else [each for each in get_rulings(rule.game) if each.name in rule.rulings],
        chosen=_find_rulings(context, game if rule is None else rule.game),
        settles=context.has_table and context.can_act and game_of(context.table).build_ruling_request is not None,
    )


async def _show_first_game(context: PageContext) -> Response:
    """Show how a game is set up, played and scored, in pictures."""
    game = game_of(context.table) if context.has_table else get_game(context.form.choice("game", GAMES))
    return context.render_page("first-game.html", game=game, words=game_words(game.name, context.language.code))


def _find_rulings(context: PageContext, game: str) -> Rulings | None:
    """The rulings by which a table plays; the defaults if there is none."""
    if not game:
        return None
    state = context.table.state if context.has_table else None
    rulings = getattr(state, "rulings", None)
    return rulings if isinstance(rulings, Rulings) else Rulings(get_rulings(game))


async def _settle_ruling(context: PageContext) -> Response:
    table, form = context.table, context.form
    if (build_request := game_of(table).build_ruling_request) is None:
        raise Refused("This game keeps the rulings with which it began.")
    name, _, value = form.text("ruling").partition("=")
    Rulings(get_rulings(game_of(table).name), {name: value})  # raises if it is not a ruling
    context.play(lambda: build_request(name, value))
    return context.redirect("rules", rule=form.text("rule"))


PAGES = (
    WebPage("/first", _show_first_game, role=ANYONE),
    WebPage("/t/{table}/first", _show_first_game, role=WATCHERS),
    WebPage("/rules", _show_rules, role=ANYONE),
    WebPage("/t/{table}/rules", _show_rules, _settle_ruling, role=WATCHERS),
)
