package dev.partita.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this build. */
public final class Version {

  private Version() {}

  public static String current() {
    try (InputStream text = Version.class.getResourceAsStream("version.txt")) {
      if (text == null) {
        throw new IllegalStateException("The build left out version.txt");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
