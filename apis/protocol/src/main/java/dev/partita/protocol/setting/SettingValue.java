package dev.partita.protocol.setting;

import dev.partita.base.error.DatabaseException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A value as it was given, and where, so that an error can say what to correct.
 *
 * @param source a flag, a variable, a line of a file, or the default
 */
public record SettingValue(Setting<?> setting, String text, String source) {

  private static final int LEAST_KEY_BYTES = 32;
  private static final String DEFAULT = "the default";

  public static SettingValue defaultOf(Setting<?> setting) {
    return new SettingValue(setting, setting.defaultText(), DEFAULT);
  }

  public boolean isDefault() {
    return source.equals(DEFAULT);
  }

  public int wholeNumber(int min, int max) {
    return (int) wholeNumber((long) min, max);
  }

  public long wholeNumber(long min, long max) {
    try {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw invalid("a whole number from " + min + " to " + max);
    }
    throw invalid("a whole number from " + min + " to " + max);
  }

  /** A number of bytes, such as 65536, 64KB or 1.5GB. */
  public long size(long min, long max) {
    OptionalLong bytes = SizeText.parse(text);
    if (bytes.isPresent() && bytes.getAsLong() >= min && bytes.getAsLong() <= max) {
      return bytes.getAsLong();
    }
    String range =
        "from " + SizeText.of(min) + (max == Long.MAX_VALUE ? "" : " to " + SizeText.of(max));
    throw invalid("bytes, or a size such as 64MB, " + range);
  }

  public boolean truth() {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid("true or false");
    };
  }

  public <E extends Enum<E>> E oneOf(Class<E> type) {
    E[] constants = type.getEnumConstants();
    return Arrays.stream(constants)
        .filter(constant -> constant.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                invalid(
                    Arrays.stream(constants)
                        .map(SettingValue::nameOf)
                        .collect(Collectors.joining(" or "))));
  }

  static String nameOf(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** A port, or {@code off}. */
  PortChoice port() {
    return text.equals("off")
        ? PortChoice.OFF
        : new PortChoice(wholeNumber(0, PortChoice.PORT_MAX), !isDefault());
  }

  public Path path() {
    try {
      return Path.of(notEmpty());
    } catch (InvalidPathException e) {
      throw invalid("a path of this system");
    }
  }

  /** Refuses a key that is none, or that can be guessed, without repeating it. */
  public String requireKey(String base64) {
    try {
      if (Base64.getDecoder().decode(base64).length >= LEAST_KEY_BYTES) {
        return base64;
      }
    } catch (IllegalArgumentException e) {
      throw invalidSecret("keys in base64, such as openssl rand -base64 64 prints");
    }
    throw invalidSecret(
        "keys of at least "
            + LEAST_KEY_BYTES
            + " bytes, such as openssl rand -base64 64 prints: shorter ones can be guessed");
  }

  /** The address of a server, with a slash at its end. */
  public String endpoint() {
    try {
      URI uri = new URI(text.endsWith("/") ? text : text + "/");
      boolean isServer = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (isServer
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null) {
        return uri.toString();
      }
    } catch (URISyntaxException e) {
      throw invalid("an address such as https://db.example:8081/");
    }
    throw invalid("an address such as https://db.example:8081/");
  }

  /** What browsers call the origin of a page: the address of a server, without a path. */
  public String origin() {
    try {
      URI uri = new URI(text);
      if (uri.getScheme() != null
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawPath().isEmpty()
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null) {
        return text;
      }
    } catch (URISyntaxException e) {
      throw invalid("the origin of a page, such as http://localhost:3000");
    }
    throw invalid("the origin of a page, such as http://localhost:3000");
  }

  public String notEmpty() {
    if (text.isBlank()) {
      throw invalid("something");
    }
    return text;
  }

  public boolean isEmpty() {
    return text.isBlank();
  }

  /** What stands between the commas. */
  public List<String> list() {
    return Arrays.stream(text.split(",", -1))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  /** The values between the commas, each as if it was given alone. */
  public Stream<SettingValue> each() {
    return list().stream().map(part -> new SettingValue(setting, part, source));
  }

  public DatabaseException invalid(String expected) {
    return invalid().with("value", text).with("expected", expected);
  }

  /** Like {@link #invalid(String)}, for values that must not be in a log. */
  public DatabaseException invalidSecret(String expected) {
    return invalid().with("expected", expected);
  }

  private DatabaseException invalid() {
    return DatabaseException.badRequest("A setting has a value that it cannot have")
        .with("setting", setting.key())
        .with("source", source);
  }
}
