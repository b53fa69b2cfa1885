package dev.partita.explorer;

import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Handler that serves the files of the explorer. Answers 503 until the server is ready, because
 * test tools poll the first page for readiness. Safe for use by any number of threads.
 */
final class ExplorerPages implements BlockingHandler {

  /** Path of the page; all its files are below it. */
  static final String PATH = "/_explorer";

  private static final String FOLDER = PATH + "/";
  private static final String INDEX = "index.html";

  private final Supplier<Optional<String>> obstacle;
  private final Map<String, PageFile> files = new ConcurrentHashMap<>();

  /**
   * @param obstacle why the server cannot serve requests yet, as text for the user; empty if it can
   */
  ExplorerPages(Supplier<Optional<String>> obstacle) {
    this.obstacle = obstacle;
  }

  @Override
  public Response answer(Request request) {
    if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
      return Response.json(
              405, Map.of("code", "MethodNotAllowed", "message", "Only GET and HEAD work here"))
          .with("allow", "GET, HEAD");
    }
    if (request.path().equals(PATH)) {
      // Files are named relative to the folder, so its path has to end with a slash.
      return Response.of(302).with("location", FOLDER);
    }
    String name = request.path().substring(FOLDER.length());
    return name.isEmpty() || name.equals(INDEX) ? index(request) : file(request, name);
  }

  private Response index(Request request) {
    return obstacle
        .get()
        .map(
            reason ->
                Response.json(503, Map.of("code", "ServiceUnavailable", "message", reason))
                    .with("cache-control", "no-store"))
        .orElseGet(() -> file(request, INDEX));
  }

  private Response file(Request request, String name) {
    PageFile file = files.get(name);
    if (file == null) {
      file = PageFile.load(name);
      if (file == null) {
        return Response.json(404, Map.of("code", "NotFound", "message", "There is no such page"));
      }
      files.put(name, file);
    }
    return isKnown(request.headers().first("if-none-match"), file.etag())
        ? new Response(304, file.headers(), new byte[0])
        : new Response(200, file.headers(), file.bytes());
  }

  private static boolean isKnown(@Nullable String known, String etag) {
    return known != null
        && Arrays.stream(known.split(",", -1)).anyMatch(e -> e.strip().equals(etag));
  }
}
