package dev.partita.document;

import dev.partita.container.EngineLimits;

/** What items promise, asked of a node that does not lead. */
class ForwardedItemsTest extends ItemsTest {

  @Override
  Fixture open(EngineLimits limits) {
    return new FollowerFixture(limits);
  }
}
