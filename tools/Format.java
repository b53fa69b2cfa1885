import com.google.googlejavaformat.java.Main;

/// Checks (`check`) or rewrites (`apply`) the layout of every Java source below the working folder.
void main(String[] args) throws Exception {
  boolean apply = args.length > 0 && args[0].equals("apply");
  var arguments = new ArrayList<String>();
  arguments.addAll(apply ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
  try (var paths = Files.walk(Path.of("."))) {
    paths
        .map(Path::toString)
        .filter(path -> path.endsWith(".java") && !path.contains("/target/"))
        .sorted()
        .forEach(arguments::add);
  }
  if (!apply) {
    IO.println(
        "Checking the layout of sources; files listed here need: mvn -N validate"
            + " -Dformat.mode=apply");
  }
  Main.main(arguments.toArray(String[]::new));
}
