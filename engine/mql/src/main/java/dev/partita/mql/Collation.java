package dev.partita.mql;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.ULocale;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.bson.StringOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The collation of a command, a collection or an index, by ICU. Two collations are equal if their
 * options are, defaults included. Immutable; safe for use by any number of threads.
 */
public final class Collation implements StringOrder {

  private static final int IDENTICAL = 5;

  private final BsonDocument specification;
  private final RuleBasedCollator collator;

  private Collation(BsonDocument specification, RuleBasedCollator collator) {
    this.specification = specification;
    // Frozen collators may be used by several threads.
    this.collator = collator;
  }

  /**
   * Reads the options of a collation; null is returned for the simple one, which compares bytes,
   * and for none. As in MongoDB, the simple one takes no notice of other options.
   *
   * @throws MqlException if an option is unknown or has no such value
   */
  public static @Nullable Collation parse(BsonDocument options) {
    String locale = null;
    for (BsonElement option : options) {
      if (option.name().equals("locale")) {
        if (!option.value().isString()) {
          throw MqlException.typeMismatch(
              "BSON field 'collation.locale' is the wrong type '"
                  + option.value().type().alias()
                  + "', expected type 'string'");
        }
        locale = option.value().asString();
      }
    }
    if (options.isEmpty()) {
      return null;
    }
    if (locale == null) {
      throw new MqlException(
          40414, "BSON field 'collation.locale' is missing but a required field");
    }
    if (locale.equals("simple")) {
      return null;
    }
    return new Options(locale).read(options).build();
  }

  /** All options with their values, as MongoDB lists them. */
  public BsonDocument specification() {
    return specification;
  }

  @Override
  public int compare(String first, String second) {
    return collator.compare(first, second);
  }

  @Override
  public byte[] sortKey(String text) {
    byte[] key = collator.getCollationKey(text).toByteArray();
    // ICU ends keys with a zero byte.
    return Arrays.copyOf(key, key.length - 1);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Collation that && specification.equals(that.specification);
  }

  @Override
  public int hashCode() {
    return specification.hashCode();
  }

  @Override
  public String toString() {
    return specification.toString();
  }

  private static final class Options {
    private final String locale;
    private String source = "";
    private boolean caseLevel;
    private String caseFirst = "off";
    private int strength = 3;
    private boolean numericOrdering;
    private String alternate = "non-ignorable";
    private String maxVariable = "punct";
    private boolean normalization;
    private boolean backwards;

    Options(String locale) {
      this.locale = locale;
    }

    Options read(BsonDocument options) {
      source = ErrorText.of(options.toValue());
      for (BsonElement option : options) {
        BsonValue value = option.value();
        String name = option.name();
        switch (name) {
          case "locale" -> {}
          case "version" -> text(name, value, "57.1");
          case "caseLevel" -> caseLevel = bool(name, value);
          case "caseFirst" -> caseFirst = text(name, value, "upper", "lower", "off");
          case "strength" -> strength = strength(value);
          case "numericOrdering" -> numericOrdering = bool(name, value);
          case "alternate" -> alternate = text(name, value, "non-ignorable", "shifted");
          case "maxVariable" -> maxVariable = text(name, value, "punct", "space");
          case "normalization" -> normalization = bool(name, value);
          case "backwards" -> backwards = bool(name, value);
          default ->
              throw new MqlException(
                  40415, "BSON field 'collation." + name + "' is an unknown field.");
        }
      }
      return this;
    }

    private static boolean bool(String name, BsonValue value) {
      if (value.type() != BsonType.BOOLEAN) {
        throw wrongType(name, value, "bool");
      }
      return value.asBoolean();
    }

    private static MqlException wrongType(String name, BsonValue value, String expected) {
      return MqlException.typeMismatch(
          "BSON field 'collation."
              + name
              + "' is the wrong type '"
              + value.type().alias()
              + "', expected type '"
              + expected
              + "'");
    }

    private static String text(String name, BsonValue value, String... allowed) {
      if (!value.isString()) {
        throw wrongType(name, value, "string");
      }
      String text = value.asString();
      if (!Arrays.asList(allowed).contains(text)) {
        throw MqlException.badValue(
            "Enumeration value '"
                + text
                + "' for field 'collation."
                + name
                + "' is not a valid value.");
      }
      return text;
    }

    private static int strength(BsonValue value) {
      if (!value.isNumber()) {
        throw MqlException.typeMismatch(
            "BSON field 'collation.strength' is the wrong type '"
                + value.type().alias()
                + "', expected types '[long, int, decimal, double']");
      }
      Long number = BsonNumbers.exactLong(value);
      if (number == null || number < 1 || number > IDENTICAL) {
        boolean low = BsonNumbers.toDouble(value) < 1;
        throw new MqlException(
            51024,
            "BSON field 'strength' value must be "
                + (low ? ">= 1" : "<= 5")
                + ", actual value '"
                + BsonNumbers.truncated(value)
                + "'");
      }
      return number.intValue();
    }

    Collation build() {
      if (backwards && strength == 1) {
        throw MqlException.badValue("'backwards' is invalid with 'strength' of 1 in: " + source);
      }
      ULocale parsed = new ULocale(locale);
      if (!known(parsed)) {
        throw MqlException.badValue("Field 'locale' is invalid in: { locale: \"" + locale + "\" }");
      }
      if (!(Collator.getInstance(parsed) instanceof RuleBasedCollator shared)) {
        throw MqlException.badValue("Field 'locale' has no rules of collation: " + locale);
      }
      try {
        RuleBasedCollator collator = shared.cloneAsThawed();
        collator.setStrength(strength == IDENTICAL ? Collator.IDENTICAL : strength - 1);
        collator.setCaseLevel(caseLevel);
        collator.setUpperCaseFirst(caseFirst.equals("upper"));
        if (caseFirst.equals("lower")) {
          collator.setLowerCaseFirst(true);
        }
        collator.setNumericCollation(numericOrdering);
        collator.setAlternateHandlingShifted(alternate.equals("shifted"));
        if (alternate.equals("shifted")) {
          collator.setMaxVariable(
              maxVariable.equals("punct")
                  ? Collator.ReorderCodes.PUNCTUATION
                  : Collator.ReorderCodes.SPACE);
        }
        collator.setDecomposition(
            normalization ? Collator.CANONICAL_DECOMPOSITION : Collator.NO_DECOMPOSITION);
        collator.setFrenchCollation(backwards);
        collator.freeze();
        return new Collation(describe(), collator);
      } catch (UnsupportedOperationException | IllegalArgumentException e) {
        throw MqlException.badValue("The collation is not supported: " + e.getMessage());
      }
    }

    private static boolean known(ULocale locale) {
      String base = locale.getBaseName();
      for (ULocale available : Collator.getAvailableULocales()) {
        if (available.getBaseName().equals(base)) {
          return true;
        }
      }
      return false;
    }

    private BsonDocument describe() {
      return BsonDocument.builder()
          .put("locale", locale)
          .put("caseLevel", caseLevel)
          .put("caseFirst", caseFirst)
          .put("strength", strength)
          .put("numericOrdering", numericOrdering)
          .put("alternate", alternate)
          .put("maxVariable", maxVariable)
          .put("normalization", normalization)
          .put("backwards", backwards)
          .put("version", "57.1")
          .build();
    }
  }
}
