package dev.partita.client;

import dev.partita.base.error.DatabaseException;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Address of a server, and the credentials for it. Immutable.
 *
 * @param endpoint scheme, host and port, without a path
 * @param trust certificates to trust, if not those that Java trusts
 */
public record ServerTarget(URI endpoint, SigningKey key, Optional<SSLContext> trust) {

  /**
   * @throws DatabaseException BAD_REQUEST if the text is not the address of a server
   */
  public static ServerTarget of(String endpoint, SigningKey key) {
    return new ServerTarget(parse(endpoint), key, Optional.empty());
  }

  public ServerTarget trusting(SSLContext context) {
    return new ServerTarget(endpoint, key, Optional.of(context));
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
