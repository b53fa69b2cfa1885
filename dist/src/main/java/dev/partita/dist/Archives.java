package dev.partita.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;
import org.jspecify.annotations.Nullable;

/**
 * Archives of files: owned by root, of one moment, in one order, so that the same files always make
 * the same archive. Pure functions.
 */
final class Archives {

  private static final int FILE = 0644;
  private static final int PROGRAM = 0755;
  private static final int FOLDER = 0755;

  private Archives() {}

  static void tarGz(FileTree files, Instant time, Path archive) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive))) {
      tarGz(files, time, out);
    }
  }

  /** Writes the archive; the stream stays open. */
  static void tarGz(FileTree files, Instant time, OutputStream out) throws IOException {
    GzipParameters parameters = new GzipParameters();
    // The header of gzip has a name and a time, which are left out.
    parameters.setModificationInstant(Instant.EPOCH);
    var gzip = new GzipCompressorOutputStream(out, parameters);
    var tar = new TarArchiveOutputStream(gzip, "UTF-8");
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    for (String folder : folders(files)) {
      add(tar, entry(folder + "/", FOLDER, time), null);
    }
    for (Map.Entry<String, FileTree.Entry> each : files.entries().entrySet()) {
      switch (each.getValue()) {
        case FileTree.Entry.Copy(Path source, boolean executable) -> {
          TarArchiveEntry entry = entry(each.getKey(), executable ? PROGRAM : FILE, time);
          entry.setSize(Files.size(source));
          add(tar, entry, source);
        }
        case FileTree.Entry.Link(String to) -> {
          TarArchiveEntry entry = new TarArchiveEntry(each.getKey(), TarConstants.LF_SYMLINK);
          entry.setLinkName(to);
          add(tar, owned(entry, 0777, time), null);
        }
      }
    }
    tar.finish();
    gzip.finish();
  }

  private static TarArchiveEntry entry(String name, int mode, Instant time) {
    return owned(new TarArchiveEntry(name), mode, time);
  }

  private static TarArchiveEntry owned(TarArchiveEntry entry, int mode, Instant time) {
    entry.setMode(mode);
    entry.setIds(0, 0);
    entry.setNames("root", "root");
    entry.setLastModifiedTime(FileTime.from(time));
    return entry;
  }

  private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, @Nullable Path of)
      throws IOException {
    tar.putArchiveEntry(entry);
    if (of != null) {
      Files.copy(of, tar);
    }
    tar.closeArchiveEntry();
  }

  static void zip(FileTree files, Instant time, Path archive) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(archive));
        ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out)) {
      for (Map.Entry<String, FileTree.Entry> each : files.entries().entrySet()) {
        if (!(each.getValue() instanceof FileTree.Entry.Copy(Path source, boolean executable))) {
          throw new IOException("A zip has no links: " + each.getKey());
        }
        ZipArchiveEntry entry = new ZipArchiveEntry(each.getKey());
        entry.setUnixMode(0100000 | (executable ? PROGRAM : FILE));
        // As that of Unix, which needs no time zone.
        entry.setTime(FileTime.from(time));
        entry.setSize(Files.size(source));
        zip.putArchiveEntry(entry);
        Files.copy(source, zip);
        zip.closeArchiveEntry();
      }
    }
  }

  /** All folders above files. */
  private static SortedSet<String> folders(FileTree files) {
    var folders = new TreeSet<String>();
    for (String path : files.entries().keySet()) {
      for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        String folder = path.substring(0, slash);
        if (!folder.isEmpty() && !folder.equals(".")) {
          folders.add(folder);
        }
      }
    }
    return folders;
  }
}
