package dev.partita.net.tls;

import dev.partita.base.error.DatabaseException;
import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.SequencedSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The names and addresses under which clients know a server, in one spelling for each. */
public final class HostNames {

  private static final Logger log = LoggerFactory.getLogger(HostNames.class);
  // Those of this machine from itself, and from its containers.
  private static final List<String> ALWAYS =
      List.of("localhost", "127.0.0.1", "::1", "host.docker.internal");
  private static final Pattern NAME =
      Pattern.compile("(\\*\\.)?([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)(\\.[a-z0-9_]([a-z0-9_-]*))*");
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private HostNames() {}

  /** The given names, and those that this machine has anyway. */
  public static SequencedSet<String> withThoseOfThisMachine(Collection<String> more) {
    var names = new LinkedHashSet<String>();
    ALWAYS.forEach(name -> names.add(normal(name)));
    String machine = machine();
    if (machine != null) {
      names.add(machine);
    }
    more.forEach(name -> names.add(normal(name)));
    return names;
  }

  private static @Nullable String machine() {
    try {
      String name = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
      return NAME.matcher(name).matches() ? name : null;
    } catch (UnknownHostException e) {
      log.debug("This machine does not know its own name, so the certificate is without it", e);
      return null;
    }
  }

  /**
   * The one spelling of a name or an address.
   *
   * @throws DatabaseException BAD_REQUEST when it is neither
   */
  static String normal(String name) {
    InetAddress address = address(name);
    if (address != null) {
      return address.getHostAddress();
    }
    try {
      String ascii = IDN.toASCII(name).toLowerCase(Locale.ROOT);
      if (NAME.matcher(ascii).matches()) {
        return ascii;
      }
    } catch (IllegalArgumentException e) {
      throw notAName(name);
    }
    throw notAName(name);
  }

  private static DatabaseException notAName(String name) {
    return DatabaseException.badRequest(
            "A host name is not a name or an address that a certificate could carry")
        .with("hostname", name);
  }

  /** The address that the text stands for, or null if it is a name. */
  static @Nullable InetAddress address(String text) {
    // Only these characters make an address; whatever else is a name, and costs no exception.
    boolean couldBe = text.indexOf(':') >= 0 || text.chars().noneMatch(Character::isLetter);
    if (!couldBe) {
      return null;
    }
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** What a certificate says it is good for. */
  static SequencedSet<String> of(X509Certificate certificate) {
    var names = new LinkedHashSet<String>();
    try {
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      for (List<?> each : alternatives == null ? new ArrayList<List<?>>() : alternatives) {
        if (each.get(0) instanceof Integer kind && each.get(1) instanceof String value) {
          switch (kind) {
            case DNS_NAME -> names.add(value.toLowerCase(Locale.ROOT));
            case IP_ADDRESS -> names.add(InetAddress.ofLiteral(value).getHostAddress());
            default -> log.trace("Neither a name nor an address: {}", value);
          }
        }
      }
    } catch (CertificateParsingException e) {
      log.debug("The names of a certificate cannot be read, so it has none: {}", certificate, e);
    }
    return names;
  }
}
