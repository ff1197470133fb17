import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineJar } from '../engine.ts';

/** The oldest Java that runs DynamoDB Local runs the class, too. */
const RELEASE = '17';

/** For a program of Java that ends soon. */
const BRIEF_RUN = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];

/** Compiles DynamoDbServer into a folder. @throws when there is no javac, or the jar has other classes than it uses */
export async function compileServer(folder: string): Promise<void> {
  // Without names of files and numbers of lines, all compilers make the same of it.
  const options = ['--release', RELEASE, '-g:none', '-Xlint:all,-path', '-Werror'];
  const source = join(import.meta.dirname, 'DynamoDbServer.java');
  // The jar names its libraries by itself.
  await promisify(execFile)('javac', [...BRIEF_RUN, ...options, '-cp', await engineJar(), '-d', folder, source]);
}

if (import.meta.main) await compileServer(import.meta.dirname);
