package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.net.http.Request;
import dev.partita.table.edm.MetadataLevel;
import dev.partita.table.error.TableError;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A request of this API with its address taken apart and its options read. */
final class Call {

  private static final String SECONDARY = "-secondary";
  private static final Set<String> METHODS = Set.of("MERGE", "PATCH", "PUT", "DELETE", "GET");
  private static final Set<String> UNKNOWN_OPTIONS =
      Set.of("$orderby", "$skip", "$skiptoken", "$expand", "$inlinecount", "$count", "$search");

  private final Request request;
  private final TableForm form;
  private final String requestId;
  private final String account;
  private final boolean secondary;
  private final String base;
  private final Target target;
  private final String method;
  private final Map<String, String> query;

  /**
   * @throws DatabaseException if the address or an option is not well formed
   */
  Call(Request request, TableForm form, TableOptions options, String requestId) {
    this.request = request;
    this.form = form;
    this.requestId = requestId;
    this.query = parameters(request.query());
    Address address = Address.of(request, form, options);
    this.secondary = address.account().endsWith(SECONDARY);
    this.account =
        secondary
            ? address.account().substring(0, address.account().length() - SECONDARY.length())
            : address.account();
    this.base = address.base();
    this.target = Target.parse(address.rest());
    this.method = method(request);
    requireVersion();
    requireKnownOptions();
  }

  /** Like a random UUID, which nobody has to be unable to guess. */
  static String newRequestId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  /** Where an account begins in the address of a request. */
  private record Address(String account, String base, String rest) {

    static Address of(Request request, TableForm form, TableOptions options) {
      String host = request.headers().first("host");
      String origin = (request.secure() ? "https://" : "http://") + (host == null ? "" : host);
      if (form == TableForm.COSMOS) {
        return new Address(options.cosmosAccount(), origin, request.path());
      }
      String named = hostAccount(host, options);
      if (named != null) {
        return new Address(named, origin, request.path());
      }
      int slash = request.path().indexOf('/', 1);
      String first = slash < 0 ? request.path() : request.path().substring(0, slash);
      return new Address(
          first.substring(1), origin + first, slash < 0 ? "" : request.path().substring(slash));
    }

    /** The account that the host names as in account.table.example; null if it names none. */
    private static @Nullable String hostAccount(@Nullable String host, TableOptions options) {
      if (host == null) {
        return null;
      }
      int dot = host.indexOf('.');
      if (dot <= 0 || !host.startsWith(".table.", dot)) {
        return null;
      }
      String label = host.substring(0, dot);
      String bare =
          label.endsWith(SECONDARY)
              ? label.substring(0, label.length() - SECONDARY.length())
              : label;
      return options.storageAccounts().containsKey(bare) ? label : null;
    }
  }

  private static String method(Request request) {
    String other = request.headers().first("x-http-method");
    if (other == null) {
      return request.method();
    }
    if (!request.method().equals("POST")) {
      throw TableError.X_METHOD_NOT_USING_POST.failure().with("method", request.method());
    }
    String upper = other.toUpperCase(Locale.ROOT);
    if (!METHODS.contains(upper)) {
      throw TableError.X_METHOD_INCORRECT_VALUE.failure().with("X-HTTP-Method", other);
    }
    return upper;
  }

  private static Map<String, String> parameters(String query) {
    Map<String, String> parameters = new HashMap<>();
    if (query.isEmpty()) {
      return parameters;
    }
    try {
      for (String part : query.split("&", -1)) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        String value = equals < 0 ? "" : part.substring(equals + 1);
        if (!name.isEmpty()) {
          parameters.put(
              URLDecoder.decode(name, StandardCharsets.UTF_8),
              URLDecoder.decode(value, StandardCharsets.UTF_8));
        }
      }
    } catch (IllegalArgumentException e) {
      throw TableError.INVALID_QUERY_PARAMETER_VALUE.failure("It is not well encoded.");
    }
    return parameters;
  }

  /** Any version is served that could be one: clients are newer than this server as a rule. */
  private void requireVersion() {
    String version = header("x-ms-version");
    if (version == null) {
      return;
    }
    boolean date = version.length() == 10;
    for (int i = 0; date && i < 10; i++) {
      char c = version.charAt(i);
      date = (i == 4 || i == 7) ? c == '-' : (c >= '0' && c <= '9');
    }
    if (!date) {
      throw TableError.INVALID_HEADER_VALUE
          .failure("A version is a date.")
          .with("header", "x-ms-version")
          .with("value", version);
    }
  }

  private void requireKnownOptions() {
    for (String name : query.keySet()) {
      if (UNKNOWN_OPTIONS.contains(name)) {
        throw TableError.NOT_IMPLEMENTED
            .failure("This option is not offered.")
            .with("option", name);
      }
    }
  }

  Request request() {
    return request;
  }

  /**
   * @throws DatabaseException if it is longer than any may be
   */
  byte[] body() {
    byte[] body = request.body();
    if (body.length > form.batchBytes()) {
      throw TableError.REQUEST_BODY_TOO_LARGE
          .failure()
          .with("sizeBytes", body.length)
          .with("limitBytes", form.batchBytes());
    }
    return body;
  }

  TableForm form() {
    return form;
  }

  String requestId() {
    return requestId;
  }

  String account() {
    return account;
  }

  boolean isSecondary() {
    return secondary;
  }

  /** The address of the account, without a slash at the end. */
  String base() {
    return base;
  }

  Target target() {
    return target;
  }

  /** The method that counts. */
  String method() {
    return method;
  }

  Map<String, String> query() {
    return query;
  }

  /** An option; null if it is missing or empty. */
  @Nullable String query(String name) {
    String value = query.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /** A header; null if it is missing or empty. */
  @Nullable String header(String name) {
    String value = request.headers().first(name);
    return value == null || value.isEmpty() ? null : value;
  }

  MetadataLevel level() {
    return MetadataLevel.of(query("$format"), header("accept"));
  }

  /** Whether the client does without the body of what it created. */
  boolean withoutContent() {
    String prefer = header("prefer");
    return prefer != null && prefer.toLowerCase(Locale.ROOT).contains("return-no-content");
  }

  /**
   * A number in the query.
   *
   * @throws DatabaseException if it is there and not between zero and the limit
   */
  int count(String name, int limit) {
    String value = query(name);
    if (value == null) {
      return limit;
    }
    try {
      int count = Integer.parseInt(value);
      if (count >= 0 && count <= limit) {
        return count;
      }
    } catch (NumberFormatException e) {
      throw invalidCount(name, value, limit);
    }
    throw invalidCount(name, value, limit);
  }

  private static DatabaseException invalidCount(String name, String value, int limit) {
    return TableError.INVALID_INPUT
        .failure("The option is a number from zero to its limit.")
        .with("option", name)
        .with("value", value)
        .with("limit", limit);
  }

  DatabaseException methodNotAllowed() {
    return TableError.METHOD_NOT_ALLOWED
        .failure()
        .with("method", method)
        .with("path", request.path());
  }
}
