package dev.partita.dist;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A system and a processor that there are packages for. */
enum Platform {
  LINUX_X64("librocksdbjni-linux64.so"),
  LINUX_AARCH64("librocksdbjni-linux-aarch64.so"),
  MACOS_X64("librocksdbjni-osx-x86_64.jnilib"),
  MACOS_AARCH64("librocksdbjni-osx-arm64.jnilib"),
  WINDOWS_X64("librocksdbjni-win64.dll");

  private final String rocksLibrary;

  Platform(String rocksLibrary) {
    this.rocksLibrary = rocksLibrary;
  }

  /** The platform that this runs on, if there are packages for it. */
  static Optional<Platform> current() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String name =
        (system.startsWith("mac") ? "macos" : system.startsWith("windows") ? "windows" : system)
            + "-"
            + switch (System.getProperty("os.arch")) {
              case "amd64", "x86_64" -> "x64";
              case String other -> other;
            };
    return Arrays.stream(values()).filter(each -> each.title().equals(name)).findFirst();
  }

  /** The name in those of files. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isWindows() {
    return this == WINDOWS_X64;
  }

  /** RocksDB's library, as its jar names it. */
  String rocksLibrary() {
    return rocksLibrary;
  }
}
