package dev.partita.table;

import dev.partita.base.time.Clock;
import dev.partita.table.auth.Access;
import dev.partita.table.auth.Operation;
import dev.partita.table.error.TableError;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What concerns an account's tables as a whole: properties, statistics, pages of other origins. */
final class ServiceCalls {

  private final ServiceProperties properties;
  private final Clock clock;

  ServiceCalls(ServiceProperties properties, Clock clock) {
    this.properties = properties;
    this.clock = clock;
  }

  Answer handle(Call call, Access access) {
    String comp = call.query("comp");
    if (comp == null || !"service".equals(call.query("restype"))) {
      throw TableError.INVALID_URI
          .failure("The service has restype=service with comp=properties or comp=stats.")
          .with("path", call.request().path());
    }
    if (call.form() == TableForm.COSMOS) {
      throw TableError.NOT_IMPLEMENTED
          .failure("This account has no service properties and statistics.")
          .with("option", "comp=" + comp);
    }
    return switch (comp) {
      case "properties" -> properties(call, access);
      case "stats" -> stats(call, access);
      default ->
          throw TableError.INVALID_QUERY_PARAMETER_VALUE
              .failure("The service has comp=properties and comp=stats.")
              .with("comp", comp);
    };
  }

  private Answer properties(Call call, Access access) {
    return switch (call.method()) {
      case "GET" -> {
        access.require(Operation.READ_SERVICE, null);
        yield Answer.of(200).body("application/xml", properties.read(call.account()));
      }
      case "PUT" -> {
        access.require(Operation.WRITE_SERVICE, null);
        properties.write(call.account(), call.request().body());
        yield Answer.of(202);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  /** There is one copy, which is always level with itself. */
  private Answer stats(Call call, Access access) {
    access.require(Operation.READ_SERVICE, null);
    if (!call.isSecondary()) {
      throw TableError.INVALID_QUERY_PARAMETER_VALUE
          .failure("Only the secondary has statistics: account-secondary.")
          .with("comp", "stats");
    }
    String now =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(
            Instant.ofEpochMilli(clock.millis()).atOffset(ZoneOffset.UTC));
    String xml =
        "<?xml version=\"1.0\""
            + " encoding=\"utf-8\"?><StorageServiceStats><GeoReplication><Status>live"
            + "</Status><LastSyncTime>"
            + now
            + "</LastSyncTime></GeoReplication></StorageServiceStats>";
    return Answer.of(200).body("application/xml", xml.getBytes(StandardCharsets.UTF_8));
  }

  /** Whether a page of another origin may send a request, asked by its browser without a key. */
  Answer preflight(Call call) {
    String origin = call.header("origin");
    String method = call.header("access-control-request-method");
    if (origin == null || method == null) {
      throw TableError.MISSING_REQUIRED_HEADER
          .failure("A required CORS header is not present.")
          .with("header", origin == null ? "Origin" : "Access-Control-Request-Method");
    }
    String asked = call.header("access-control-request-headers");
    List<String> headers =
        asked == null ? List.of() : Arrays.stream(asked.split(",", -1)).map(String::strip).toList();
    CorsRule rule =
        properties.corsRules(call.account()).stream()
            .filter(each -> each.allows(origin, method) && each.allowsHeaders(headers))
            .findFirst()
            .orElseThrow(
                () ->
                    TableError.CORS_PREFLIGHT_FAILURE
                        .failure()
                        .with("origin", origin)
                        .with("method", method));
    return Answer.of(200)
        .header("access-control-allow-origin", rule.allowedOrigin(origin))
        .header("access-control-allow-methods", method)
        .header("access-control-allow-headers", asked)
        .header("access-control-max-age", Integer.toString(rule.maxAgeSeconds()))
        .header("access-control-allow-credentials", "true")
        .header("vary", "Origin");
  }

  /** Adds what a browser needs to let a page of another origin see the answer. */
  void allowOrigin(Call call, Answer answer) {
    String origin = call.header("origin");
    if (origin == null) {
      return;
    }
    List<CorsRule> rules = properties.corsRules(call.account());
    Optional<CorsRule> rule =
        rules.stream().filter(each -> each.allows(origin, call.request().method())).findFirst();
    boolean depends = rule.isEmpty() || !rule.get().allowsAllOrigins();
    if (!rules.isEmpty() && depends) {
      answer.header("vary", "Origin");
    }
    rule.ifPresent(
        found ->
            answer
                .header("access-control-allow-origin", found.allowedOrigin(origin))
                .header(
                    "access-control-expose-headers",
                    found.exposedHeaders().isEmpty()
                        ? null
                        : String.join(",", found.exposedHeaders())));
  }
}
