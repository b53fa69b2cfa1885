package dev.partita.mql.query;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlException;
import java.util.BitSet;

/**
 * Positions of bits that a number or a binary value is asked for. Immutable; safe for use by any
 * number of threads.
 */
public final class BitMask {

  private final BitSet positions;

  private BitMask(BitSet positions) {
    this.positions = positions;
  }

  static BitMask parse(String path, String operator, BsonValue operand) {
    return new BitMask(
        switch (operand.type()) {
          case ARRAY -> positions(operand.asArray());
          case BINARY -> BitSet.valueOf(operand.asBinary());
          case INT32, INT64, DOUBLE, DECIMAL128 ->
              BitSet.valueOf(new long[] {number(operator, operand)});
          default ->
              throw MqlException.badValue(
                  path
                      + " takes an Array, a number, or a BinData but received: "
                      + operator
                      + ": "
                      + ErrorText.of(operand));
        });
  }

  private static long number(String operator, BsonValue operand) {
    Long mask = BsonNumbers.exactLong(operand);
    if (mask == null) {
      throw MqlException.failedToParse(
          "Expected an integer: " + operator + ": " + ErrorText.of(operand));
    }
    if (mask < 0) {
      throw MqlException.failedToParse(
          "Expected a non-negative number in: " + operator + ": " + ErrorText.of(operand));
    }
    return mask;
  }

  private static BitSet positions(BsonArray array) {
    BitSet positions = new BitSet();
    int index = 0;
    for (BsonValue element : array) {
      String place = index++ + ": " + ErrorText.of(element);
      if (!element.isNumber()) {
        throw MqlException.badValue("Failed to parse bit position. Expected a number in: " + place);
      }
      Long position = BsonNumbers.exactLong(element);
      if (position == null) {
        throw MqlException.badValue("Failed to parse bit position. Expected an integer: " + place);
      }
      if (position < 0) {
        throw MqlException.badValue(
            "Failed to parse bit position. Expected a non-negative number in: " + place);
      }
      if (position > Integer.MAX_VALUE) {
        throw MqlException.badValue(
            "Failed to parse bit position. Cannot represent " + place + " in an int");
      }
      // No value has more bits than a document, so the positions beyond are all alike.
      positions.set((int) Math.min(position, 1L << 28));
    }
    return positions;
  }

  boolean accepts(BsonValue value, boolean set, boolean all) {
    if (value.type() == BsonType.BINARY) {
      return accepts(BitSet.valueOf(value.asBinary()), false, set, all);
    }
    if (!value.isNumber()) {
      return false;
    }
    Long number = BsonNumbers.exactLong(value);
    return number != null && accepts(BitSet.valueOf(new long[] {number}), number < 0, set, all);
  }

  /**
   * Whether all, or any, positions are set, or clear; a negative number has ones beyond its end.
   */
  private boolean accepts(BitSet bits, boolean negative, boolean set, boolean all) {
    for (int i = positions.nextSetBit(0); i >= 0; i = positions.nextSetBit(i + 1)) {
      boolean isSet = (negative && i >= Long.SIZE) || bits.get(i);
      if ((isSet == set) != all) {
        return !all;
      }
    }
    return all;
  }
}
