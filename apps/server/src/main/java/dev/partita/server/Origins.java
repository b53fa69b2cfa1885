package dev.partita.server;

import dev.partita.net.http.OriginPolicy;
import dev.partita.net.tls.HostNames;
import dev.partita.protocol.account.AccountSettings;
import dev.partita.protocol.setting.SettingValues;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * From where requests are taken at listeners that let in whoever reaches them: neither from web
 * pages of others nor by their names. Immutable.
 *
 * @param hosts names that are the server's
 * @param origins of web pages that may send requests
 * @param loopback whether only this machine reaches the server
 */
public record Origins(List<String> hosts, List<String> origins, boolean loopback) {

  static Origins from(SettingValues values) {
    List<String> hosts = new ArrayList<>(values.of(ServerSettings.HOSTNAME));
    String host = values.of(AccountSettings.HOST);
    if (host.chars().anyMatch(Character::isLetter) && host.indexOf(':') < 0) {
      hosts.add(host);
    }
    values
        .of(ServerSettings.GATEWAY_ENDPOINT)
        .ifPresent(endpoint -> hosts.add(URI.create(endpoint).getHost()));
    return new Origins(
        List.copyOf(hosts),
        values.of(ServerSettings.ALLOWED_ORIGIN),
        AccountSettings.isLoopback(host));
  }

  /** The policy of listeners that are open; takes a moment, to ask for the names of the machine. */
  OriginPolicy restricted() {
    // Other machines may reach it by the name of this one.
    Collection<String> all = loopback ? hosts : HostNames.withThoseOfThisMachine(hosts);
    return OriginPolicy.restricted(all, origins);
  }
}
