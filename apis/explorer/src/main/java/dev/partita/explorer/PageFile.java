package dev.partita.explorer;

import dev.partita.net.http.Headers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of the page, as it is sent. Immutable.
 *
 * @param etag tells this version of the file from others, in quotes
 * @param headers all that go with the file, the etag among them
 */
record PageFile(byte[] bytes, String etag, Headers headers) {

  /** No dots but the one before the ending, so that a name cannot lead out of the folder. */
  private static final Pattern NAME = Pattern.compile("(?:[a-z0-9-]+/)*[a-z0-9-]+\\.([a-z]+)");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  private static final int ETAG_BYTES = 12;
  private static final int LONGEST_NAME = 200;

  /** The file of this name among the resources, or null if there is none. */
  static @Nullable PageFile load(String name) {
    // A pattern needs stack for each segment.
    if (name.length() > LONGEST_NAME) {
      return null;
    }
    Matcher matcher = NAME.matcher(name);
    String type = matcher.matches() ? TYPES.get(matcher.group(1)) : null;
    if (type == null) {
      return null;
    }
    try (InputStream resource = PageFile.class.getResourceAsStream("page/" + name)) {
      return resource == null ? null : of(type, resource.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("A file of the explorer cannot be read: " + name, e);
    }
  }

  private static PageFile of(String type, byte[] bytes) {
    String etag = '"' + digest(bytes) + '"';
    Headers headers =
        Headers.of(
            "content-type", type,
            "etag", etag,
            // Kept, but asked for each time: a new version of the server is a new page at once.
            "cache-control", "no-cache",
            "content-security-policy", POLICY,
            "x-content-type-options", "nosniff",
            "referrer-policy", "no-referrer",
            "cross-origin-opener-policy", "same-origin",
            "cross-origin-resource-policy", "same-origin");
    return new PageFile(bytes, etag, headers);
  }

  private static String digest(byte[] bytes) {
    try {
      byte[] whole = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(whole, 0, ETAG_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
