/** Subjects or marks that can't be read: what is wrong, and what to do. */
export class SubjectError extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}
