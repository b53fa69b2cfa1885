package dev.partita.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A library as packages have it: compressed well, and without what a package has no use for. Pure
 * functions.
 */
final class TrimmedJar {

  /** Natives of all platforms, one of which is beside the jars. */
  private static final Pattern ROCKS_NATIVES = Pattern.compile("librocksdbjni-[^/]*");

  /**
   * What only formats dates, numbers and names for people of a country, breaks lines or converts
   * encodings: collations need none of it, and scripts have no Intl.
   */
  private static final Pattern ICU_FORMATS =
      Pattern.compile(
          ".*/icudata/((brkitr|curr|lang|rbnf|region|translit|unit|zone)/.*|[^/]*\\.cnv)");

  /** The same, and collations, which no script can ask for. */
  private static final Pattern ICU_LOCALES = Pattern.compile(ICU_FORMATS + "|.*/icudata/coll/.*");

  private TrimmedJar() {}

  static void write(Path jar, Path trimmed, Instant time) throws IOException {
    LocalDateTime noted = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    try (ZipFile from = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(trimmed);
        ZipOutputStream to = new ZipOutputStream(file)) {
      to.setLevel(Deflater.BEST_COMPRESSION);
      for (ZipEntry entry : Collections.list(from.entries())) {
        if (isNeeded(jar.getFileName().toString(), entry.getName())) {
          ZipEntry copy = new ZipEntry(entry.getName());
          copy.setTimeLocal(noted);
          to.putNextEntry(copy);
          try (InputStream content = from.getInputStream(entry)) {
            content.transferTo(to);
          }
          to.closeEntry();
        }
      }
    }
  }

  static boolean isNeeded(String jar, String entry) {
    if (jar.startsWith("rocksdbjni-")) {
      return !ROCKS_NATIVES.matcher(entry).matches();
    }
    if (jar.startsWith("icu4j-")) {
      // That of the script engine has its classes below a folder of their own, and its version.
      boolean ofScripts = entry.startsWith("org/graalvm/");
      return !(ofScripts ? ICU_LOCALES : ICU_FORMATS).matcher(entry).matches();
    }
    return true;
  }

  /** Takes one file out of a jar. */
  static Path extract(Path jar, String entry, Path file) throws IOException {
    try (ZipFile from = new ZipFile(jar.toFile())) {
      ZipEntry found = from.getEntry(entry);
      if (found == null) {
        throw new IOException(jar + " has no " + entry);
      }
      Files.createDirectories(file.resolveSibling(""));
      try (InputStream content = from.getInputStream(found);
          OutputStream out = Files.newOutputStream(file)) {
        content.transferTo(out);
      }
    }
    return file;
  }
}
