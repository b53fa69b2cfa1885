package dev.partita.testing.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class a server, which all classes share, and each test a database of its
 * own, which is deleted afterwards: as parameters of the types {@link
 * dev.partita.testing.TestServer} and {@link dev.partita.testing.TestDatabase}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PartitaExtension.class)
public @interface PartitaTest {}
