/**
 * What can be set of a server and of its protocols. A module declares each {@link
 * dev.partita.protocol.setting.Setting} as a constant, and reads its value from {@link
 * dev.partita.protocol.setting.SettingValues}.
 *
 * <p>What must stay true: a setting has one name and one meaning, whether it comes from a flag, the
 * environment or a file, and an impossible value is refused with the setting, the value and where
 * it was given; secrets are never repeated.
 */
@NullMarked
package dev.partita.protocol.setting;

import org.jspecify.annotations.NullMarked;
