package dev.partita.server;

import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.tls.CertificateFormat;
import dev.partita.net.tls.IdentitySource;
import java.util.Map;

/** The handler that gives out, as PEM text, the certificate that clients have to trust. */
final class CertificateDownload implements BlockingHandler {

  private static final Headers PEM = Headers.of("content-type", "application/x-pem-file");

  private final IdentitySource source;

  CertificateDownload(IdentitySource source) {
    this.source = source;
  }

  @Override
  public Response answer(Request request) {
    return switch (request.method()) {
      case "GET", "HEAD" ->
          new Response(200, PEM, CertificateFormat.PEM.encode(source.identity().anchor(), null));
      default ->
          Response.json(
                  405, Map.of("code", "MethodNotAllowed", "message", "Only GET and HEAD work here"))
              .with("allow", "GET, HEAD");
    };
  }
}
