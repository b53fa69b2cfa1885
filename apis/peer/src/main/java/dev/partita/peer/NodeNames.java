package dev.partita.peer;

import dev.partita.net.tls.CertificateFacts;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of nodes in their certificates. Pure functions. */
public final class NodeNames {

  /** What a certificate says: that its owner is a node of a cluster. */
  public record NodeName(String cluster, int number) {}

  private static final Pattern NAME =
      Pattern.compile("node-([1-9][0-9]{0,4})\\.([a-z0-9]+)\\.partita");

  private NodeNames() {}

  public static String of(String cluster, int number) {
    return "node-" + number + "." + cluster + ".partita";
  }

  /** Whose certificate it is; empty if it is not that of one node. */
  public static Optional<NodeName> in(X509Certificate certificate) {
    var names = CertificateFacts.of(certificate).names();
    if (names.size() != 1) {
      return Optional.empty();
    }
    Matcher name = NAME.matcher(names.getFirst());
    return name.matches()
        ? Optional.of(new NodeName(name.group(2), Integer.parseInt(name.group(1))))
        : Optional.empty();
  }
}
