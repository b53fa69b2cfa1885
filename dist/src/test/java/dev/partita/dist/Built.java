package dev.partita.dist;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/** The packages that the build has made before its tests. Pure functions. */
final class Built {

  static final Path FOLDER = Path.of("target/packages");
  static final Path PROJECT = Path.of("..");
  static final Path BOM = Path.of("target/bom.json");
  static final String VERSION = System.getProperty("dist.version");
  static final Instant TIME = Instant.parse(System.getProperty("dist.timestamp"));

  private Built() {}

  static Path archive(Platform platform, String extension) {
    return FOLDER.resolve("partita-" + VERSION + "-" + platform.title() + extension);
  }

  static Path debianPackage() {
    return FOLDER.resolve("partita_" + DebianPackage.versionOf(VERSION) + "_amd64.deb");
  }

  /** The entries of the archive of a platform, without the folder that all of them are in. */
  static List<TarArchiveEntry> entries(Platform platform) {
    var entries = new ArrayList<TarArchiveEntry>();
    try (InputStream file = Files.newInputStream(archive(platform, ".tar.gz"));
        var gzip = new GzipCompressorInputStream(new BufferedInputStream(file));
        var tar = new TarArchiveInputStream(gzip)) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        entries.add(entry);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  /** The path of an entry below the folder that all of them are in. */
  static String path(TarArchiveEntry entry) {
    return entry.getName().substring(entry.getName().indexOf('/') + 1);
  }
}
