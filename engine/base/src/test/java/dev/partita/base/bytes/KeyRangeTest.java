package dev.partita.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.Domain;

@Domain(KeyBytes.class)
class KeyRangeTest {

  @Property
  void aPrefixHoldsTheKeysThatBeginWithIt(
      @ForAll byte[] prefix, @ForAll byte[] key, @ForAll byte[] more) {
    KeyRange range = KeyRange.prefix(prefix);

    assertThat(range.contains(key)).isEqualTo(Bytes.startsWith(key, prefix));
    assertThat(range.contains(Bytes.concat(prefix, more))).isTrue();
    assertThat(range.isEmpty()).isFalse();
  }

  @Property
  void anIntersectionHoldsWhatBothHold(
      @ForAll("ranges") KeyRange left, @ForAll("ranges") KeyRange right, @ForAll byte[] key) {
    KeyRange both = left.intersect(right);

    assertThat(both.contains(key)).isEqualTo(left.contains(key) && right.contains(key));
    assertThat(right.intersect(left).isEmpty()).isEqualTo(both.isEmpty());
    assertThat(left.overlaps(right)).isEqualTo(!both.isEmpty());
    // If they share a key at all, the start of their intersection is one.
    assertThat(both.contains(both.start())).isEqualTo(!both.isEmpty());
  }

  @Property
  void anEmptyRangeHoldsNothing(@ForAll("ranges") KeyRange range, @ForAll byte[] key) {
    if (range.isEmpty()) {
      assertThat(range.contains(key)).isFalse();
      assertThat(range.overlaps(KeyRange.ALL)).isFalse();
    } else {
      assertThat(range.contains(range.start())).isTrue();
    }
  }

  @Property
  void aRangeWithinAnotherHasAllItsKeysThere(
      @ForAll("ranges") KeyRange outer, @ForAll("ranges") KeyRange inner, @ForAll byte[] key) {
    if (outer.contains(inner)) {
      assertThat(outer.contains(key) || !inner.contains(key)).isTrue();
    } else if (!inner.isEmpty()) {
      byte[] end = outer.end();
      boolean sticksOut = !outer.contains(inner.start()) || (end != null && inner.contains(end));
      assertThat(sticksOut).isTrue();
    }
    assertThat(KeyRange.ALL.contains(inner)).isTrue();
    assertThat(outer.contains(outer)).isTrue();
  }

  @Property
  void equalRangesHaveEqualBounds(@ForAll("ranges") KeyRange range) {
    byte[] end = range.end();
    KeyRange copy = new KeyRange(range.start().clone(), end == null ? null : end.clone());

    assertThat(copy).isEqualTo(range).hasSameHashCodeAs(range);
    assertThat(new KeyRange(Bytes.concat(range.start(), new byte[1]), end)).isNotEqualTo(range);
  }

  @Example
  void aRangeShowsItsBoundsInHexadecimal() {
    assertThat(new KeyRange(Bytes.fromHex("0A"), Bytes.fromHex("0B01"))).hasToString("[0A, 0B01)");
    assertThat(KeyRange.ALL).hasToString("[, ∞)");
  }

  @Provide
  Arbitrary<KeyRange> ranges() {
    Arbitrary<byte[]> keys = new KeyBytes().keyBytes();
    return Arbitraries.oneOf(
        Combinators.combine(keys, keys).as(KeyRange::new),
        keys.map(start -> new KeyRange(start, null)),
        keys.map(KeyRange::prefix));
  }
}
