# Finds a Java that is new enough; to be sourced by scripts that need one.
#
#   find_java           sets java_home and java_version to a Java of version $needed_java or later: that of JAVA_HOME,
#                       the one on the PATH, or one in the usual folders. Fails if there is none.
#                       With needed_tool=javac it has to be a JDK.
#   explain_java NAME   prints, as the script of that name, what to do when there is none.
#
# Only bash and what every system has, since it runs before anything is installed.

readonly needed_java=25

# Sets java_home if the folder has a Java that is new enough. Reads the release file rather than
# asking java itself, which would take as long as starting the server.
try_java() {
  local home=$1 line version=0
  [ -x "$home/bin/${needed_tool:-java}" ] && [ -r "$home/release" ] || return 1
  while IFS= read -r line; do
    case $line in
      JAVA_VERSION=\"*)
        java_version=${line#JAVA_VERSION=}
        line=${line#JAVA_VERSION=\"}
        version=${line%%[!0-9]*}
        ;;
    esac
  done <"$home/release"
  [ "${version:-0}" -ge "$needed_java" ] || return 1
  java_home=$home
}

find_java() {
  local command candidate
  if [ -n "${JAVA_HOME:-}" ] && try_java "$JAVA_HOME"; then
    return
  fi
  if command=$(command -v java) && try_java "$(dirname "$(dirname "$(readlink -f "$command" || echo "$command")")")"; then
    return
  fi
  for candidate in /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/*; do
    if try_java "$candidate"; then
      return
    fi
  done
  return 1
}

explain_java() {
  printf "$1: %s\n" \
    "Java $needed_java or later is needed, and none was found in JAVA_HOME, on the PATH or in the" \
    "usual folders. Get a JDK $needed_java from https://adoptium.net or your package manager (for" \
    "example: apt install temurin-$needed_java-jdk, brew install --cask temurin@$needed_java," \
    "sdk install java $needed_java-tem), or set JAVA_HOME to one." >&2
}
