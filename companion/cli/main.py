"""The command ``companion``, which runs all others, and turns every error into a sentence and an exit code."""

import atexit
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial

import click

from companion import __version__
from companion.cli.lazy import LazyGroup, describe_click_error, translate_click
from companion.cli.voice import choose_language_early, replace_unprintable, speak_error, wants_json
from companion.data.outputs import forget_inputs
from companion.errors import CompanionError, InputError, OutputError, Refused, describe_system_error
from companion.limit import LimitExceeded, describe_out_of_memory, lift_limit


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s", help="Show the version and exit.")
@click.pass_context
def companion(context: click.Context) -> int:
    """Print, score and play games of old Japan, at a real table."""
    if context.invoked_subcommand is not None:
        return 0
    from companion.cli.prompt import can_ask, run_menu

    if can_ask():
        return run_menu(run_command)
    click.echo(context.get_help())
    return 0


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code: 0 done, 1 the answer is no, 2 bad input."""
    words, code = sys.argv[1:] if arguments is None else arguments, list[int]()
    if arguments is None and not atexit._ncallbacks():
        # What is registered first is done last: threads have ended by then, and temporary folders are gone.
        atexit.register(_end_process, code)
    # Replace standard streams that a script has closed (``>&-``), so that commands can use them.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - not closed before the end
    replace_unprintable()
    choose_language_early(words)
    forget_inputs()
    translate_click()
    code.append(run_command(words))
    if code[0]:
        sys.exit(code[0])


def _end_process(code: Sequence[int]) -> None:
    """End once there is a code, without taking every object apart, which takes longer than many a command."""
    with contextlib.suppress(OSError, ValueError):  # of a stream that cannot be flushed, Python's own end tells
        sys.stdout.flush()
        sys.stderr.flush()
        if code:
            os._exit(code[0])


def run_command(words: Sequence[str]) -> int:
    """Run a command, print any error as a sentence, and return the exit code."""
    command = partial(companion.main, args=list(words), prog_name="companion", standalone_mode=False)
    return run_action(command, wants_json(words))


def run_action(act: Callable[[], object], as_json: bool = False) -> int:
    """Run a function like a command: print any error as a sentence, and return the exit code."""
    output = sys.stdout
    try:
        left = act()  # click returns the exit code of a command that exits with one
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.exceptions.NoArgsIsHelpError as help_request:  # of a group without a command
        click.echo(help_request.format_message())
        return 0
    except click.ClickException as error:
        speak_error(describe_click_error(error), as_json)
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("", err=True)
        return 130
    except (LimitExceeded, MemoryError) as error:
        reason = error.sentence if isinstance(error, LimitExceeded) else describe_out_of_memory()
        lift_limit()  # so that there is time and memory to print the error
        speak_error(InputError(reason), as_json)
        return 2
    except SystemExit:
        if sys.stdout is output:
            raise
        # The reader of a pipe is gone: click has replaced the output and exits with 1, which would mean "no" here.
        return 0
    except Refused as refusal:
        # Refused outside of an answer, such as when beginning a table: printed like an answer that is no.
        from companion.answers import build_refusal
        from companion.cli.answers import print_answer

        with contextlib.suppress(click.exceptions.Exit):
            print_answer(build_refusal(refusal), as_json)
        return 1
    except CompanionError as error:
        speak_error(error, as_json)
        if error.remedy:
            from companion.cli.answers import describe_remedies, print_notices

            print_notices(describe_remedies((error.remedy,), dict(error.sentence.fields).get("file")))
        return 2
    except OSError as error:
        if error.filename is not None:
            file, reason = os.fsdecode(error.filename), describe_system_error(error)
            speak_error(OutputError("{file} cannot be used: {reason}.", file=file, reason=reason), as_json)
            return 2
        # Errors of files are handled where they are opened; without a filename, the answer could not be written.
        speak_error(OutputError("The answer was not written: {reason}.", reason=describe_system_error(error)))
        # Discard what is left, or Python would try to write it at exit, and print a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 2
    finally:
        lift_limit()
    return left if isinstance(left, int) else 0


if __name__ == "__main__":
    run()
