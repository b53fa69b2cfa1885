package dev.partita.client;

import dev.partita.base.error.DatabaseException;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A server and the right to ask it.
 *
 * @param endpoint scheme, host and port, without a path
 * @param trust which certificates are believed, if not those that Java believes
 */
public record Target(URI endpoint, AccountKey key, Optional<SSLContext> trust) {

  /**
   * @throws DatabaseException BAD_REQUEST if the text is no address of a server
   */
  public static Target of(String endpoint, AccountKey key) {
    return new Target(parse(endpoint), key, Optional.empty());
  }

  public Target trusting(SSLContext context) {
    return new Target(endpoint, key, Optional.of(context));
  }

  private static URI parse(String text) {
    try {
      URI uri = URI.create(text.strip());
      boolean http = "http".equalsIgnoreCase(uri.getScheme());
      if ((http || "https".equalsIgnoreCase(uri.getScheme())) && uri.getHost() != null) {
        int port = uri.getPort() >= 0 ? uri.getPort() : http ? 80 : 443;
        return URI.create(uri.getScheme() + "://" + uri.getHost() + ":" + port);
      }
    } catch (IllegalArgumentException e) {
      throw malformed(text);
    }
    throw malformed(text);
  }

  private static DatabaseException malformed(String text) {
    return DatabaseException.badRequest(
            "An endpoint is the address of a server, such as http://localhost:8081")
        .with("endpoint", text);
  }
}
