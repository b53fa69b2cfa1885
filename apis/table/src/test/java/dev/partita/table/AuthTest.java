package dev.partita.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.execution.CallerExecutor;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.table.auth.AccountKey;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may do what: shared keys, signatures and tokens. */
class AuthTest {

  private static final String TABLES = "/" + Api.ACCOUNT + "/Tables";

  private final Api api = new Api(TableForm.STORAGE, true);

  @BeforeEach
  void createTable() {
    Api.Result created =
        new Api.Result(
            api.handler.await(
                request("POST", TABLES, "{\"TableName\":\"tab\"}", "Authorization", lite(TABLES))));
    created.is(201);
  }

  @AfterEach
  void close() {
    api.close();
  }

  private static String date(long millis) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC));
  }

  private static String sign(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(AccountKey.WELL_KNOWN), "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String lite(String path) {
    return "SharedKeyLite "
        + Api.ACCOUNT
        + ":"
        + sign(date(Api.START_MILLIS) + "\n/" + Api.ACCOUNT + path);
  }

  private static Request request(
      String method, String path, String body, boolean secure, String... headers) {
    Headers all =
        Headers.of(headers)
            .with("host", "localhost")
            .with("x-ms-date", date(Api.START_MILLIS))
            .with("content-type", "application/json");
    int question = path.indexOf('?');
    return new Request(
        method,
        question < 0 ? path : path.substring(0, question),
        question < 0 ? "" : path.substring(question + 1),
        all,
        body.getBytes(UTF_8),
        secure,
        InetAddress.getLoopbackAddress(),
        CallerExecutor.INSTANCE,
        () -> false);
  }

  private static Request request(String method, String path, String body, String... headers) {
    return request(method, path, body, false, headers);
  }

  private Api.Result get(String path, String... headers) {
    return new Api.Result(api.handler.await(request("GET", path, "", headers)));
  }

  @Test
  void takesSharedKeys() {
    String path = "/" + Api.ACCOUNT + "/tab()";
    String full = "GET\n\napplication/json\n" + date(Api.START_MILLIS) + "\n/" + Api.ACCOUNT + path;
    get(path, "Authorization", "SharedKey " + Api.ACCOUNT + ":" + sign(full)).is(200);
    get(path + "?$top=5", "Authorization", lite(path)).is(200);
    String acl = "/" + Api.ACCOUNT + "/tab";
    get(acl + "?comp=acl", "Authorization", lite(acl + "?comp=acl")).is(200);
    String keyed = "/" + Api.ACCOUNT + "/tab(PartitionKey='a%20b',RowKey='c')";
    get(keyed, "Authorization", lite(keyed)).fails(404, "ResourceNotFound");
    get(keyed, "Authorization", lite(keyed.replace("%20", " "))).fails(404, "ResourceNotFound");
  }

  @Test
  void refusesOtherSignatures() {
    String path = "/" + Api.ACCOUNT + "/tab()";
    get(path).fails(401, "NoAuthenticationInformation");
    get(path, "Authorization", lite(path + "x")).fails(403, "AuthenticationFailed");
    get(path, "Authorization", "SharedKeyLite " + Api.ACCOUNT + ":!")
        .fails(403, "AuthenticationFailed");
    get(path, "Authorization", lite(path).replace(Api.ACCOUNT, "another"))
        .fails(403, "AuthenticationFailed");
    get(path, "Authorization", "SharedKeyLite x").fails(401, "InvalidAuthenticationInfo");
    get(path, "Authorization", "Basic x").fails(401, "InvalidAuthenticationInfo");
    get("/nobody/tab()", "Authorization", lite(path)).fails(404, "ResourceNotFound");
    api.clock.advanceMillis(20 * 60_000);
    get(path, "Authorization", lite(path)).fails(403, "AuthenticationFailed");
  }

  private static String accountSas(String permissions, String services, String types, String more) {
    String expiry = "2027-06-01T00:00:00Z";
    String ip = more.startsWith("&sip=") ? more.substring(5) : "";
    String protocol = more.startsWith("&spr=") ? more.substring(5) : "";
    String text =
        String.join(
                "\n",
                Api.ACCOUNT,
                permissions,
                services,
                types,
                "",
                expiry,
                ip,
                protocol,
                "2019-02-02")
            + "\n";
    return "?sv=2019-02-02&ss=%s&srt=%s&sp=%s&se=%s%s&sig=%s"
        .formatted(services, types, permissions, expiry, more, Api.encode(sign(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "r | t | o | '' | 200 | ",
        "a | t | o | '' | 403 | AuthorizationPermissionMismatch",
        "r | t | c | '' | 403 | AuthorizationResourceTypeMismatch",
        "r | b | o | '' | 403 | AuthorizationServiceMismatch",
        "r | t | o | &sip=127.0.0.1 | 200 | ",
        "r | t | o | &sip=127.0.0.0-127.0.0.9 | 200 | ",
        "r | t | o | &sip=10.0.0.1 | 403 | AuthorizationSourceIPMismatch",
        "r | t | o | &spr=https | 403 | AuthorizationProtocolMismatch",
        "r | t | o | &spr=https,http | 200 | "
      })
  void honoursAccountSignatures(
      String permissions, String services, String types, String more, int status, String code) {
    String path = "/" + Api.ACCOUNT + "/tab()";
    Api.Result result = get(path + accountSas(permissions, services, types, more));
    result.is(status);
    if (code != null) {
      result.fails(status, code);
    }
  }

  @Test
  void refusesSignaturesOutOfTimeOrAltered() {
    String path = "/" + Api.ACCOUNT + "/tab()";
    String sas = accountSas("r", "t", "o", "");
    get(path + sas.replace("sp=r", "sp=ra")).fails(403, "AuthenticationFailed");
    get(path + sas, "Authorization", lite("/other")).is(200);
    get(path + sas.replace("sp=r", "sp=ra"), "Authorization", lite("/other"))
        .fails(403, "AuthenticationFailed");
    api.clock.advanceMillis(365L * 86_400_000);
    get(path + sas).fails(403, "AuthenticationFailed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://storage.azure.com", "https://cosmos.azure.com/"})
  void takesTokensOverHttps(String audience) {
    String path = "/" + Api.ACCOUNT + "/tab()";
    String claims =
        "{\"iss\":\"https://sts.windows-ppe.net/x/\",\"aud\":\"%s\",\"nbf\":1,\"exp\":4000000000}"
            .formatted(audience);
    String token =
        "Bearer x." + Base64.getUrlEncoder().encodeToString(claims.getBytes(UTF_8)) + ".y";
    get(path, "Authorization", token).fails(403, "AuthenticationFailed");
    assertThat(api.handler.await(request("GET", path, "", true, "Authorization", token)).status())
        .isEqualTo(200);
    Response policies =
        api.handler.await(
            request("GET", "/" + Api.ACCOUNT + "/tab?comp=acl", "", true, "Authorization", token));
    assertThat(new String(policies.body(), UTF_8)).contains("AuthorizationFailure");
    String expired = claims.replace("4000000000", "5");
    String old =
        "Bearer x." + Base64.getUrlEncoder().encodeToString(expired.getBytes(UTF_8)) + ".y";
    assertThat(api.handler.await(request("GET", path, "", true, "Authorization", old)).status())
        .isEqualTo(403);
    assertThat(
            api.handler
                .await(request("GET", path, "", true, "Authorization", "Bearer nonsense"))
                .status())
        .isEqualTo(403);
  }
}
