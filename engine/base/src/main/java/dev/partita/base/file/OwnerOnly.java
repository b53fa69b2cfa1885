package dev.partita.base.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Creation of files and folders with permissions for their owner only, from the moment they exist.
 * On systems without such permissions those of the parent folder apply. Safe for use by any number
 * of threads.
 */
public final class OwnerOnly {

  private static final String FOLDER = "rwx------";
  private static final String FILE = "rw-------";

  private OwnerOnly() {}

  /** Creates the folder if it does not exist; missing parents get default permissions. */
  public static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Path parent = folder.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectories(folder, attributes(folder, FOLDER));
    }
  }

  /** Creates a folder with an unpredictable name. */
  public static Path makeTemporaryFolder(Path in) throws IOException {
    return Files.createTempDirectory(in, "new-", attributes(in, FOLDER));
  }

  /** Writes a new file and syncs it. */
  public static void write(Path file, String text) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            attributes(file, FILE))) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  /** Replaces the file atomically: readers see the old text or the new one. */
  public static void replace(Path file, String text) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IllegalArgumentException("Not a file: " + file);
    }
    Path temporary = makeTemporaryFolder(folder);
    Path fresh = temporary.resolve(file.getFileName());
    try {
      write(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
      Files.delete(temporary);
    }
  }

  /**
   * Removes all permissions of other users from a folder and its contents.
   *
   * @return the files that could not be changed, because they belong to another user
   */
  public static List<Path> withdraw(Path folder) throws IOException {
    if (!knowsOwners(folder)) {
      return List.of();
    }
    List<Path> foreign = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        if (!Files.isSymbolicLink(path) && !tryWithdraw(path)) {
          foreign.add(path);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return foreign;
  }

  private static boolean tryWithdraw(Path path) throws IOException {
    Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(path);
    Set<PosixFilePermission> kept = EnumSet.noneOf(PosixFilePermission.class);
    kept.addAll(PosixFilePermissions.fromString(FOLDER));
    kept.retainAll(allowed);
    try {
      if (!kept.equals(allowed)) {
        Files.setPosixFilePermissions(path, kept);
      }
      return true;
    } catch (FileSystemException e) {
      return false;
    }
  }

  private static boolean knowsOwners(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return knowsOwners(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
