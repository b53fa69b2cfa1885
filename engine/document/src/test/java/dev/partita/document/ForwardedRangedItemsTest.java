package dev.partita.document;

import dev.partita.container.EngineLimits;

/** What ranged items promise, asked of a node that does not lead. */
class ForwardedRangedItemsTest extends RangedItemsTest {

  @Override
  Fixture open(EngineLimits limits) {
    return new FollowerFixture(limits);
  }
}
