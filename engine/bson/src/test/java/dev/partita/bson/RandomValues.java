package dev.partita.bson;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Random values of all types, nested ones included, in which ties and edge cases are frequent. */
final class RandomValues {

  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1,
    -1,
    0.1,
    1.5,
    -1.5,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    0x1p53,
    0x1p53 + 2,
    0x1p63,
    -0x1p63,
    0x1p53 - 1
  };
  private static final long[] LONGS = {
    0,
    1,
    -1,
    (1L << 53) - 1,
    1L << 53,
    (1L << 53) + 1,
    -(1L << 53) - 1,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1
  };
  private static final String[] DECIMALS = {
    "0",
    "-0",
    "0E+6000",
    "1",
    "1.0",
    "0.1",
    "-0.1",
    "0.10000000000000000555",
    "NaN",
    "Infinity",
    "-Infinity",
    "1E+6144",
    "-1E+6144",
    "1E-6176",
    "-1E-6176",
    "9007199254740993",
    "1.5",
    "9223372036854775807",
    "9223372036854775807.5",
    "9223372036854775808",
    "-9223372036854775809",
    "1E+400",
    "-1E+400",
    "123456789012345678901234567890.1234",
    "1.797693134862315708145274237317043E+308",
    "4.94065645841246544176568792868E-324"
  };
  private static final String[] STRINGS = {
    "", "a", "b", "ab", "a\0", "a\0b", "\0", "A", "é", "\uD83D\uDE00", "\uFFFF", "zz"
  };
  private static final String[] NAMES = {"a", "b", "ab", "", "é", "a.b", "$c"};

  private final Random random;

  RandomValues(long seed) {
    random = new Random(seed);
  }

  BsonValue next(int depth) {
    return switch (random.nextInt(depth > 0 ? 22 : 18)) {
      case 0, 1, 2, 3, 4, 5 -> number();
      case 6, 7 -> BsonValue.string(text());
      case 8 -> random.nextBoolean() ? BsonValue.NULL : BsonValue.UNDEFINED;
      case 9 -> BsonValue.of(random.nextBoolean());
      case 10 -> BsonValue.date(number(LONGS));
      case 11 -> BsonValue.timestamp(number(LONGS));
      case 12 -> BsonValue.objectId(new ObjectId(random.nextInt(2), random.nextInt(3)));
      case 13 -> BsonValue.binary(random.nextInt(2) * 5, bytes());
      case 14 -> BsonValue.regex(clean(), random.nextBoolean() ? "i" : "");
      case 15 -> BsonValue.javascript(text());
      case 16 -> random.nextBoolean() ? BsonValue.symbol(text()) : scoped();
      case 17 -> random.nextBoolean() ? BsonValue.MIN_KEY : BsonValue.MAX_KEY;
      case 18, 19 -> document(depth - 1).toValue();
      default -> array(depth - 1).toValue();
    };
  }

  BsonValue number() {
    return switch (random.nextInt(7)) {
      case 0 -> BsonValue.int32(random.nextInt(5) - 2);
      case 1 -> BsonValue.int64(number(LONGS));
      case 2 -> BsonValue.float64(DOUBLES[random.nextInt(DOUBLES.length)]);
      case 3 -> BsonValue.decimal128(Decimal128.parse(DECIMALS[random.nextInt(DECIMALS.length)]));
      case 4 -> BsonValue.float64(Double.longBitsToDouble(random.nextLong()));
      case 5 ->
          BsonValue.decimal128(
              new Decimal128(BigDecimal.valueOf(random.nextLong(), random.nextInt(40) - 20)));
      default -> BsonValue.float64((random.nextInt(21) - 10) / 4.0);
    };
  }

  BsonDocument document(int depth) {
    BsonBuilder builder = BsonDocument.builder();
    for (int i = random.nextInt(4); i > 0; i--) {
      builder.put(NAMES[random.nextInt(NAMES.length)], next(depth));
    }
    return builder.build();
  }

  private BsonArray array(int depth) {
    List<BsonValue> values = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      values.add(next(depth));
    }
    return BsonArray.of(values);
  }

  private BsonValue scoped() {
    org.bson.BsonDocument raw =
        new org.bson.BsonDocument(
            "v",
            new org.bson.BsonJavaScriptWithScope(
                text(), new org.bson.BsonDocument("x", new org.bson.BsonInt32(random.nextInt(3)))));
    BsonValue value =
        ExtendedJson.parse(
                raw.toJson(
                    org.bson.json.JsonWriterSettings.builder()
                        .outputMode(org.bson.json.JsonMode.EXTENDED)
                        .build()))
            .get("v");
    return value == null ? BsonValue.NULL : value;
  }

  private long number(long[] from) {
    return from[random.nextInt(from.length)];
  }

  private String text() {
    return STRINGS[random.nextInt(STRINGS.length)];
  }

  private String clean() {
    return text().replace("\0", "");
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(3)];
    random.nextBytes(bytes);
    return bytes;
  }
}
