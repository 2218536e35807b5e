/**
 * Where everything in the sandbox except n8n listens: only this computer, unless `SANDBOX_HOST` is
 * the address of a bridge to an n8n in a container.
 */
export const host = process.env.SANDBOX_HOST || '127.0.0.1';
