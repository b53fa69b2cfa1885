package dev.partita.base.bytes;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/**
 * Byte strings for properties: short, so that they often have a common prefix, and mostly made of
 * the bytes that an encoding may get wrong.
 */
class KeyBytes extends DomainContextBase {

  @Provide
  Arbitrary<byte[]> keyBytes() {
    Arbitrary<Byte> special =
        Arbitraries.of(
            (byte) 0, (byte) 1, (byte) 2, (byte) 0x7F, (byte) 0x80, (byte) 0xFE, (byte) -1);
    return Arbitraries.oneOf(
        special.array(byte[].class).ofMaxSize(5),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(8));
  }
}
