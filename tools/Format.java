import com.google.googlejavaformat.java.Main;
import java.nio.file.attribute.FileTime;

/// Checks (`check`) or rewrites (`apply`) the layout of the Java sources below the working folder.
/// What was found in order is remembered by its time in `target/tools/formatted`, so that only what
/// has changed since is looked at again.
void main(String[] args) throws Exception {
  boolean apply = args.length > 0 && args[0].equals("apply");
  Path stamp = Path.of("target/tools/formatted");
  long since = Files.exists(stamp) ? Files.getLastModifiedTime(stamp).toMillis() : 0;
  long now = System.currentTimeMillis();
  List<String> sources;
  try (var paths = Files.walk(Path.of("."))) {
    sources =
        paths
            .filter(
                path -> path.toString().endsWith(".java") && !path.toString().contains("/target/"))
            .filter(path -> path.toFile().lastModified() >= since)
            .map(Path::toString)
            .sorted()
            .toList();
  }
  if (!sources.isEmpty()) {
    var arguments =
        new ArrayList<>(
            apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    arguments.addAll(sources);
    if (!apply) {
      IO.println("Files listed here need: mvn -N validate -Dformat.mode=apply");
    }
    var out = new PrintWriter(System.out, true);
    var err = new PrintWriter(System.err, true);
    int result = new Main(out, err, System.in).format(arguments.toArray(String[]::new));
    out.flush();
    err.flush();
    if (result != 0) {
      System.exit(result);
    }
  }
  Files.writeString(stamp, "");
  Files.setLastModifiedTime(stamp, FileTime.fromMillis(now));
}
