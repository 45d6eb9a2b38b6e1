"""The pages that answer questions about the rules; at a table, they also show and set its rulings."""

from starlette.responses import Response

from companion.data.rulebook import FIRST, Rule, rulebook, split_question
from companion.data.vocabulary import game_words
from companion.errors import InputError, Refused
from companion.play.game import game_of
from companion.play.games import GAMES, get_game
from companion.rules.rulings import Ruling, Rulings, load_rulings
from companion.service.rules import find_rule, find_rules, list_near_rules
from companion.web.context import ANYONE, WATCHERS, PageContext, WebPage

_LONGEST = 200  # characters of a question; the rest is ignored


async def _show_rules(context: PageContext) -> Response:
    form = context.form
    game = game_of(context.table).name if context.has_table else form.text("game")
    if game and game not in GAMES:
        raise InputError("There are no rules of that game here.")
    query, answers, others, unknown = form.text("q")[:_LONGEST], list[Rule](), list[Rule](), None
    named, words = split_question(query, GAMES)
    if len(named) == 1 and not context.has_table:
        game = named[0]
    if game and (rule := find_rule(game, form.text("rule"))) is not None:
        answers = [rule]
    elif words:
        try:
            answers, others = find_rules(query, game or None)
        except Refused as error:
            unknown = error.message
    if [each.name for each in answers] == [FIRST]:
        return context.redirect_to_path(context.url("first") if context.has_table else f"/first?game={answers[0].game}")
    return context.render_page(
        "rules.html",
        game=game,
        asked=query,
        unknown=unknown,
        answers=[(rule, _list_rulings(rule), _find_rulings(context, rule.game)) for rule in answers],
        others=list_near_rules(answers, others),
        books={} if answers else {each: rulebook(each) for each in ((game,) if game else GAMES)},
        settles=context.has_table and context.can_act and game_of(context.table).build_ruling_request is not None,
    )


async def _show_first_game(context: PageContext) -> Response:
    """Show how a game is set up, played and scored, in pictures."""
    game = game_of(context.table) if context.has_table else get_game(context.form.choice("game", GAMES))
    return context.render_page("first-game.html", game=game, words=game_words(game.name, context.language.code))


def _list_rulings(rule: Rule) -> list[Ruling]:
    return [each for each in load_rulings(rule.game) if each.name in rule.rulings]


def _find_rulings(context: PageContext, game: str) -> Rulings:
    """The rulings by which a table plays; the defaults if there is none."""
    state = context.table.state if context.has_table else None
    rulings = getattr(state, "rulings", None)
    return rulings if isinstance(rulings, Rulings) else Rulings(load_rulings(game))


async def _settle_ruling(context: PageContext) -> Response:
    table, form = context.table, context.form
    if (build_request := game_of(table).build_ruling_request) is None:
        raise Refused("This game keeps the rulings with which it began.")
    name, _, value = form.text("ruling").partition("=")
    Rulings(load_rulings(game_of(table).name), {name: value})  # raises if it is not a ruling
    context.play(lambda: build_request(name, value))
    return context.redirect("rules", rule=form.text("rule"))


PAGES = (
    WebPage("/first", _show_first_game, role=ANYONE),
    WebPage("/t/{table}/first", _show_first_game, role=WATCHERS),
    WebPage("/rules", _show_rules, role=ANYONE),
    WebPage("/t/{table}/rules", _show_rules, _settle_ruling, role=WATCHERS),
)
