@echo off
rem Runs Partita on Windows: partita serve, partita demo, partita --help
rem
rem   PARTITA_JAVA_OPTS   more options for Java, such as -Xmx4g
rem   JAVA_HOME           the Java to use, 25 or later, if there is no runtime in the package
setlocal
set "ROOT=%~dp0"
set "INSTALLED=%ROOT%"
if exist "%ROOT%pom.xml" set "INSTALLED=%ROOT%apps\cli\target\partita\"

set "JAVA=%ROOT%runtime\bin\java.exe"
if exist "%JAVA%" goto found
if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVA=%JAVA_HOME%\bin\java.exe"
if not exist "%JAVA%" set "JAVA=java"
rem Earlier versions do not know this option.
"%JAVA%" -XX:+UseCompactObjectHeaders --version >nul 2>&1
if errorlevel 1 (
  echo partita: Java 25 or later is needed, and JAVA_HOME and the PATH have none: https://adoptium.net 1>&2
  exit /b 3
)
:found
if not exist "%INSTALLED%lib" if exist "%ROOT%pom.xml" (
  echo partita: building; this takes a minute the first time 1>&2
  pushd "%ROOT%"
  call mvnw.cmd -B -q -Dmaven.test.skip=true -Dexec.skip -DskipLint package -pl apps/cli -am 1>&2
  popd
)
if not exist "%INSTALLED%lib" (
  echo partita: %INSTALLED%lib is missing: unpack the package again, or see the messages of the build 1>&2
  exit /b 3
)

"%JAVA%" -Xmx1g -XX:+UseCompactObjectHeaders -XX:+UseSerialGC ^
  --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ^
  -Dio.netty.noUnsafe=false -Dio.netty.jfr.enabled=false -Dio.netty.leakDetection.level=disabled ^
  "-Djava.library.path=%INSTALLED%native" %PARTITA_JAVA_OPTS% ^
  -cp "%INSTALLED%lib\*" dev.partita.cli.Main %*
exit /b %ERRORLEVEL%
