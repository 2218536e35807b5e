import { execa } from 'execa';

/**
 * Installs a Debian package where that is possible without asking: as root, with apt-get.
 *
 * @returns why it could not be installed, or undefined when it was
 */
export async function installDebianPackage(name: string): Promise<string | undefined> {
	if (process.getuid?.() !== 0)
		return `install it with "apt-get install ${name}", or as your system does`;
	try {
		await execa('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', name], {
			env: { DEBIAN_FRONTEND: 'noninteractive' },
		});
		return undefined;
	} catch (error) {
		return `apt-get could not install ${name}: ${(error as Error).message}`;
	}
}
