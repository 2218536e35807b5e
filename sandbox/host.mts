/**
 * Where everything of the sandbox but n8n listens: this computer alone, unless `SANDBOX_HOST` names
 * the address of a bridge to an n8n in a container.
 */
export const host = process.env.SANDBOX_HOST || '127.0.0.1';
