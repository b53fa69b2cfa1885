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
 * Static file of the page with its response headers. Immutable.
 *
 * @param etag identifies this version of the file, in quotes
 * @param headers all headers of the response, including the etag
 */
record PageFile(byte[] bytes, String etag, Headers headers) {

  /**
   * Allows no dot except the one before the extension, so that a name cannot lead out of the
   * folder.
   */
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

  /** Loads a file from the class path; null if there is none of this name. */
  static @Nullable PageFile load(String name) {
    // The regular expression needs stack for each segment of a path.
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
            // Cached, but revalidated on each use: a new version of the server shows its new page
            // at once.
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
