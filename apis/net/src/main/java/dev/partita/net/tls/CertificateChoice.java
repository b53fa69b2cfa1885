package dev.partita.net.tls;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which certificate a server is to show. */
public sealed interface CertificateChoice {

  /** None: the server does not speak TLS. */
  record None() implements CertificateChoice {}

  /**
   * One that an authority of the server's own makes.
   *
   * @param hostNames names and addresses it is to be good for, beside those of this machine; a
   *     BAD_REQUEST if one is neither
   */
  record Made(List<String> hostNames) implements CertificateChoice {

    public Made {
      hostNames = hostNames.stream().map(HostNames::normal).toList();
    }
  }

  /**
   * One from files of PEM text.
   *
   * @param certificate the server's certificate and what vouches for it
   * @param key its private key; may be the same file
   * @param password of the key, if it is encrypted
   */
  record Pem(Path certificate, Path key, @Nullable String password) implements CertificateChoice {

    /** Without the password. */
    @Override
    public String toString() {
      return "Pem[certificate=" + certificate + ", key=" + key + "]";
    }
  }

  /** One from a PKCS #12 file, which holds the certificates and the key. */
  record Pfx(Path file, @Nullable String password) implements CertificateChoice {

    /** Without the password. */
    @Override
    public String toString() {
      return "Pfx[file=" + file + "]";
    }
  }
}
