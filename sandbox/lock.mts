import lockfile, { type LockOptions } from 'proper-lockfile';

/**
 * Takes a lock that other processes of this machine respect, and gives the function that lets go.
 *
 * A process that dies keeps it for ten seconds more. One that could not refresh it, since the
 * computer slept, goes on as if it still had it.
 *
 * @param folder what is locked; it need not exist
 * @throws Error when another process has it and the retries are used up
 */
export async function lock(
	folder: string,
	retries: LockOptions['retries'],
): Promise<() => Promise<void>> {
	let held = true;
	const release = await lockfile.lock(folder, {
		realpath: false,
		retries,
		onCompromised: () => (held = false),
	});
	return async () => {
		if (held) await release();
	};
}
