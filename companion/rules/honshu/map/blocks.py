"""The most separate 2 by 2 blocks that fit into fallow land (end-of-game scoring card 3).

Exact. A block whose rivals, the blocks that share a square with it, all share squares with one another can
always be taken: a best choice holds at most one of them, and this one in its stead is as good. That settles
nearly every map. Where no such block is left, look at the first in reading order: of its rivals, two that
leave each other alone always include the one a row below and a column to the left, so a best choice takes
either the first block or that one, and both are tried.
"""

from functools import lru_cache

from companion.rules.honshu.map.board import single_bits


def windows(squares: int, stride: int) -> int:
    """The top left squares of all 2 by 2 blocks of a set, overlapping or not."""
    pairs = squares & squares >> 1
    return pairs & pairs >> stride


def block_at(corner: int, stride: int) -> int:
    """The four squares of the block with a top left square."""
    pair = corner | corner << 1
    return pair | pair << stride


def most_blocks(squares: int, stride: int) -> tuple[int, ...]:
    """The top left squares of a largest choice of blocks that share no square, in reading order.

    Source: Honshu booklet, end-of-game scoring card 3; that blocks are separate is a ruling.
    """
    return tuple(single_bits(_chosen(windows(squares, stride), stride)))


def _chosen(corners: int, stride: int) -> int:
    """A largest choice among blocks given by their corners."""
    taken = 0
    while True:
        easy = _easy(corners, stride)
        if not easy:
            break
        first = easy & -easy
        taken |= first
        corners &= ~_near(first, stride)
    while corners:
        cluster = corners & -corners
        while (grown := corners & _near(cluster, stride)) != cluster:
            cluster = grown
        corners ^= cluster
        taken |= _tried(cluster, stride)
    return taken


@lru_cache(maxsize=4096)
def _tried(corners: int, stride: int) -> int:
    first = corners & -corners
    below_left = corners & first << (stride - 1)
    return max(
        (block | _chosen(corners & ~_near(block, stride), stride) for block in (first, below_left)),
        key=int.bit_count,
    )


def _easy(corners: int, stride: int) -> int:
    """The blocks whose rivals all share squares: none above while another is below, nor left and right."""
    column = corners | corners << stride | corners >> stride
    row = corners | corners << 1 | corners >> 1
    return corners & ~(row << stride & row >> stride) & ~(column << 1 & column >> 1)


def _near(corners: int, stride: int) -> int:
    """The corners of all blocks that share a square with given ones, these among them."""
    row = corners | corners << 1 | corners >> 1
    return row | row << stride | row >> stride
