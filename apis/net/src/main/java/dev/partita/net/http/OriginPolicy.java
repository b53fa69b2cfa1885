package dev.partita.net.http;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a server takes that holds no secret of its clients: where everyone has the key, or
 * none is asked for, whoever can reach the port is let in, and that includes every web page that a
 * browser on this machine shows. Pages of other origins are told by what browsers say of them in
 * {@code Origin} and {@code Sec-Fetch-Site}, and pages whose own name was pointed at this machine
 * (DNS rebinding) by the {@code Host}. Immutable.
 *
 * @param hosts names that are the server's, without ports
 * @param origins of pages that may send requests, besides those the server gives out itself
 */
public record OriginPolicy(boolean isRestricted, Set<String> hosts, Set<String> origins) {

  /** For servers that only let in who has a secret. */
  public static final OriginPolicy ANY = new OriginPolicy(false, Set.of(), Set.of());

  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.%]{2,60}\\])(:[0-9]{0,5})?");

  /**
   * Takes requests to an address, to localhost or one of the given names, from programs and from
   * pages of the same origin or one of the given.
   *
   * @param hosts names without ports
   * @param origins such as {@code http://localhost:3000}
   */
  public static OriginPolicy restricted(Collection<String> hosts, Collection<String> origins) {
    return new OriginPolicy(
        true,
        Stream.concat(Stream.of("localhost", "host.docker.internal"), hosts.stream())
            .map(host -> host.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet()),
        origins.stream()
            .map(origin -> origin.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** The answer to a request that is not taken, or null for one that is. */
  public @Nullable Response refusal(String method, Headers headers) {
    if (!isRestricted) {
      return null;
    }
    String host = headers.first("host");
    if (host != null && !host.isEmpty() && !HOST.matcher(host).matches()) {
      return Errors.refusal(400, "BadRequest", "The host of the request is no host name.");
    }
    if (host != null && !isOwn(nameOf(host))) {
      return Errors.refusal(403, "Forbidden", foreignHost(nameOf(host)));
    }
    return isOfForeignPage(method, headers, host)
        ? Errors.refusal(
            403,
            "Forbidden",
            "The request was made by a web page of another origin, and the data is open to whoever"
                + " can reach the server, since its key is known to all or none is asked for. If"
                + " the page is yours, start the server with --allowed-origin"
                + " (PARTITA_ALLOWED_ORIGIN) and the page's origin, such as http://localhost:3000")
        : null;
  }

  private static String foreignHost(String name) {
    return "The server does not know the host name '"
        + name
        + "' of this request, and the data is open to whoever can reach the server, since its key"
        + " is known to all or none is asked for: a web page could have pointed a name of its own"
        + " here. If the name is the server's, start it with --hostname (PARTITA_HOSTNAME) and that"
        + " name, or with a --key of your own";
  }

  /** Without the port, and in lower case. */
  private static String nameOf(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    int colon = name.lastIndexOf(':');
    if (colon >= 0 && name.substring(colon + 1).chars().allMatch(Character::isDigit)) {
      name = name.substring(0, colon);
    }
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /**
   * Nobody can point an address elsewhere, nor what always means the own machine, nor a name
   * without a dot, such as networks of containers have, since there is no such domain to be had.
   */
  private boolean isOwn(String name) {
    return name.indexOf('.') < 0
        || name.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'))
        || name.startsWith("[")
        || name.endsWith(".localhost")
        || hosts.contains(name);
  }

  private boolean isOfForeignPage(String method, Headers headers, @Nullable String host) {
    String origin = headers.first("origin");
    if (origin != null) {
      String given = origin.toLowerCase(Locale.ROOT);
      String here = host == null ? "" : host.toLowerCase(Locale.ROOT);
      return !given.equals("http://" + here)
          && !given.equals("https://" + here)
          && !origins.contains(given);
    }
    // Without an origin it reads, and what it reads is kept from the page; but it may cost much.
    String site = headers.first("sec-fetch-site");
    boolean foreign = "cross-site".equals(site) || "same-site".equals(site);
    // Whoever follows a link from elsewhere to the explorer leaves the other page behind.
    boolean link =
        "navigate".equals(headers.first("sec-fetch-mode"))
            && "document".equals(headers.first("sec-fetch-dest"))
            && method.equals("GET");
    return foreign && !link;
  }
}
