package dev.partita.net.tls;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.security.PrivateKey;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMDecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.jspecify.annotations.Nullable;

/** The reader of private keys in PEM text, in all the forms that the usual tools write. */
final class PemKey {

  private PemKey() {}

  /**
   * The first private key of the text.
   *
   * @param file where the text is from, for messages
   */
  static PrivateKey read(Path file, String text, @Nullable String password) {
    try (var parser = new PEMParser(new StringReader(text))) {
      for (Object found = parser.readObject(); found != null; found = parser.readObject()) {
        PrivateKeyInfo key = keyIn(file, found, password);
        if (key != null) {
          return new JcaPEMKeyConverter().getPrivateKey(key);
        }
      }
    } catch (IOException | RuntimeException e) {
      if (e instanceof DatabaseException explained) {
        throw explained;
      }
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "The private key cannot be understood", e)
          .with("file", file)
          .with("reason", e);
    }
    throw DatabaseException.badRequest("There is no private key in this file; PEM is expected")
        .with("file", file);
  }

  private static @Nullable PrivateKeyInfo keyIn(Path file, Object found, @Nullable String password)
      throws IOException {
    return switch (found) {
      case PrivateKeyInfo key -> key;
      case PEMKeyPair pair -> pair.getPrivateKeyInfo();
      case PKCS8EncryptedPrivateKeyInfo encrypted ->
          decrypt(encrypted, file, required(file, password));
      case PEMEncryptedKeyPair encrypted -> decrypt(encrypted, file, required(file, password));
      default -> null;
    };
  }

  private static char[] required(Path file, @Nullable String password) {
    if (password == null) {
      throw DatabaseException.badRequest(
              "The private key is encrypted; give its password with --tls-password or, better,"
                  + " PARTITA_TLS_PASSWORD")
          .with("file", file);
    }
    return password.toCharArray();
  }

  private static PrivateKeyInfo decrypt(
      PKCS8EncryptedPrivateKeyInfo encrypted, Path file, char[] password) {
    try {
      return encrypted.decryptPrivateKeyInfo(
          new JceOpenSSLPKCS8DecryptorProviderBuilder()
              .setProvider(new BouncyCastleProvider())
              .build(password));
    } catch (OperatorCreationException | PKCSException e) {
      throw wrongPassword(file, e);
    }
  }

  private static PrivateKeyInfo decrypt(PEMEncryptedKeyPair encrypted, Path file, char[] password) {
    try {
      return encrypted
          .decryptKeyPair(
              new JcePEMDecryptorProviderBuilder()
                  .setProvider(new BouncyCastleProvider())
                  .build(password))
          .getPrivateKeyInfo();
    } catch (IOException e) {
      throw wrongPassword(file, e);
    }
  }

  private static DatabaseException wrongPassword(Path file, Exception cause) {
    return new DatabaseException(
            ErrorCode.BAD_REQUEST, "The password does not open the private key", cause)
        .with("file", file);
  }
}
