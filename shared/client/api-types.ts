// Made by `npm run openapi` from docs/openapi.json. Do not change it by hand.

export interface paths {
    "/api/v1/app-conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List app conversations, or read several by id
         * @description Without `ids` a page, newest first; with `ids` an array in the order asked for, null for what is not there. Needs the scope `conversations:read`.
         */
        get: operations["list-app-conversations"];
        put?: never;
        /**
         * Start an app conversation
         * @description Answers at once with the start task; poll it until READY or ERROR. Unknown fields are ignored. Needs the scope `conversations:write`. Safe to send again with the same Idempotency-Key. Refused as `exclusive_fields`: `suggested_task` together with `initial_message`. Refused as `unknown_profile`: `agent_profile_id` of no agent that the owner keeps, or of one whose language model is gone.
         */
        post: operations["create-app-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/stream-start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an app conversation and follow it
         * @description The same start, answered by one JSON array that grows by an element whenever the status changes and ends with READY or ERROR. A start that takes longer than the answer may goes on: the array ends before, and the task can be polled. So does the array of one element that is answered when too many requests wait already. Needs the scope `conversations:write`. Safe to send again with the same Idempotency-Key. Refused as `exclusive_fields`: `suggested_task` together with `initial_message`. Refused as `unknown_profile`: `agent_profile_id` of no agent that the owner keeps, or of one whose language model is gone.
         */
        post: operations["stream-start-app-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search app conversations, newest first
         * @description Needs the scope `conversations:read`.
         */
        get: operations["search-app-conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the app conversations that a search would find
         * @description With a filter, a count looks at 10000 conversations of the time asked for at most: of more it is a 422 `too_many_rows`. Needs the scope `conversations:read`.
         */
        get: operations["count-app-conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one app conversation
         * @description Needs the scope `conversations:read`.
         */
        get: operations["get-app-conversation"];
        put?: never;
        post?: never;
        /**
         * Delete an app conversation with its sub-conversations
         * @description A sandbox that was created for a conversation is deleted with the last conversation that uses it, and its workspace too. One that was started by itself stays. Needs the scope `conversations:write`.
         */
        delete: operations["delete-app-conversation"];
        options?: never;
        head?: never;
        /**
         * Change an app conversation
         * @description Only what is sent changes. A title that was set here stays, whatever title the agent finds; `null` asks the agent for another one: until it comes, the title is the default one. Needs the scope `conversations:write`.
         */
        patch: operations["update-app-conversation"];
        trace?: never;
    };
    "/api/v1/app-conversations/start-tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read several start tasks by id
         * @description Needs the scope `conversations:read`.
         */
        get: operations["batch-get-start-tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/start-tasks/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search start tasks
         * @description Needs the scope `conversations:read`.
         */
        get: operations["search-start-tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/start-tasks/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the start tasks that a search would find
         * @description With a filter, a count looks at 10000 start tasks of the time asked for at most: of more it is a 422 `too_many_rows`. Needs the scope `conversations:read`.
         */
        get: operations["count-start-tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/send-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something to the agent of a running conversation
         * @description Wakes nothing: while the sandbox does not run, the answer says how to resume it. Needs the scope `conversations:write`. Safe to send again with the same Idempotency-Key.
         */
        post: operations["send-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversations/{conversation_id}/pending-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Queue a message for a conversation that is starting
         * @description The id may be that of the start task. At most ten messages wait; they reach the agent in their order, each once, as soon as the conversation is there. Needs the scope `conversations:write`. Safe to send again with the same Idempotency-Key.
         */
        post: operations["queue-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a text file of the sandbox
         * @description An empty text when anything is not there: the file, the conversation, or its running sandbox. Needs the scope `conversations:read`.
         */
        get: operations["read-conversation-file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files below a directory of the sandbox
         * @description The first 5,000 by their names, relative to the directory. Directories whose contents can be fetched or built again are left out, such as `.git`, `node_modules` and `dist`. Without `path`, those of the conversation's working directory. Needs the scope `conversations:read`. Refused as `malformed_request`: the agent server refuses the request, and `detail` repeats its words.
         */
        get: operations["list-conversation-files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/git/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changed files of a repository in the sandbox
         * @description Needs the scope `conversations:read`. Refused as `malformed_request`: the agent server refuses the request, and `detail` repeats its words.
         */
        get: operations["get-git-changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/git/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a changed file of the sandbox before and after
         * @description Needs the scope `conversations:read`. Refused as `malformed_request`: the agent server refuses the request, and `detail` repeats its words.
         */
        get: operations["get-git-diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the skills of the agent; none while its sandbox does not run
         * @description Needs the scope `conversations:read`. Refused as `malformed_request`: the agent server refuses the request, and `detail` repeats its words.
         */
        get: operations["list-conversation-skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hooks of the workspace; none while its sandbox does not run
         * @description Needs the scope `conversations:read`. Refused as `malformed_request`: the agent server refuses the request, and `detail` repeats its words.
         */
        get: operations["list-conversation-hooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/switch_profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the agent go on with the language model of another profile
         * @description Needs the scope `conversations:write`. Refused as `malformed_request`: the agent server refuses the request, and `detail` repeats its words.
         */
        post: operations["switch-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/switch_acp_model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an ACP agent go on with another model
         * @description Needs the scope `conversations:write`. Refused as `malformed_request`: the agent server refuses the request, and `detail` repeats its words.
         */
        post: operations["switch-acp-model"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/{conversation_id}/events/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the events of a conversation
         * @description A conversation that is not there has no events. A page ends early where events are long; `next_page_id` tells whether more follow. Needs the scope `conversations:read`.
         */
        get: operations["search-conversation-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/{conversation_id}/events/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the events of a conversation
         * @description By times, or of a kind that the service does not know, a count looks at 10000 events at most: of more it is a 422 `too_many_rows`. Needs the scope `conversations:read`.
         */
        get: operations["count-conversation-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/conversation/{conversation_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read several events of a conversation by id
         * @description Needs the scope `conversations:read`.
         */
        get: operations["batch-get-conversation-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the events of a conversation
         * @description A conversation that is not there has no events. A page ends early where events are long; `next_page_id` tells whether more follow. Needs the scope `conversations:read`.
         */
        get: operations["search-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the events of a conversation
         * @description By times, or of a kind that the service does not know, a count looks at 10000 events at most: of more it is a 422 `too_many_rows`. Needs the scope `conversations:read`.
         */
        get: operations["count-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read several events of a conversation by id
         * @description Needs the scope `conversations:read`.
         */
        get: operations["batch-get-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/app-conversations/{conversation_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a conversation as a ZIP archive
         * @description It holds meta.json and one JSON file for each event, in their order. One download of a conversation runs at a time. Needs the scope `conversations:read`.
         */
        get: operations["download-conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take note of a conversation
         * @description Called by the agent server of a sandbox with its session key. A conversation that is not known yet was started on the agent server itself, and becomes one of the owner. Needs the session key of a sandbox.
         */
        post: operations["receive-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/events/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep events of a conversation
         * @description Called by the agent server of a sandbox with its session key. The answer comes when the events are durable. Events that come again are kept once. Needs the session key of a sandbox.
         */
        post: operations["receive-events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{sandbox_id}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take note of a conversation of this sandbox
         * @description Called by the agent server of a sandbox with its session key. A conversation that is not known yet was started on the agent server itself, and becomes one of the owner. Needs the session key of a sandbox.
         */
        post: operations["receive-sandbox-conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{sandbox_id}/events/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep events of a conversation of this sandbox
         * @description Called by the agent server of a sandbox with its session key. The answer comes when the events are durable. Events that come again are kept once. Needs the session key of a sandbox.
         */
        post: operations["receive-sandbox-events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all webhook endpoints, the oldest first
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["list-webhook-endpoints"];
        put?: never;
        /**
         * Have events sent to a URL
         * @description Messages are signed as Standard Webhooks 1.0.0 have it. The secret is shown in this answer and never again. An owner has 20 endpoints at most. Needs the scope `webhooks:write`. Safe to send again with the same Idempotency-Key. Refused as `refused_url`: a `url` that is none, or leads to no host on the public internet, or not by https at a port that is allowed.
         */
        post: operations["create-webhook-endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one webhook endpoint
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["get-webhook-endpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Needs the scope `webhooks:write`.
         */
        delete: operations["delete-webhook-endpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint, or enable it again
         * @description What is left out stays. An endpoint that is enabled again is sent what still waited; of what happened while it was disabled, it hears nothing. Needs the scope `webhooks:write`. Refused as `refused_url`: a `url` that is none, or leads to no host on the public internet, or not by https at a port that is allowed.
         */
        patch: operations["update-webhook-endpoint"];
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description Until the overlap ends, each message carries two signatures, by the new secret and by the one before. The new one is shown in this answer and never again. Needs the scope `webhooks:write`. Safe to send again with the same Idempotency-Key.
         */
        post: operations["rotate-webhook-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description It is sent once, whatever the endpoint subscribes to, and not repeated when it fails. Read the message to see what became of it. Needs the scope `webhooks:write`.
         */
        post: operations["ping-webhook-endpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a webhook endpoint, newest first
         * @description Messages and their attempts are kept for 30 days. Needs the scope `webhooks:read`.
         */
        get: operations["list-webhook-messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one message with what is sent, and what was answered
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["get-webhook-message"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description With the same id, at once and then by a new schedule. One that still waits for its next attempt is tried now. Asking twice is as good as once. Needs the scope `webhooks:write`.
         */
        post: operations["redeliver-webhook-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sandboxes, newest first
         * @description Needs the scope `sandboxes:read`.
         */
        get: operations["search-sandboxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read several sandboxes by id
         * @description An array in the order asked for, null for what is not there. Needs the scope `sandboxes:read`.
         */
        get: operations["batch-get-sandboxes"];
        put?: never;
        /**
         * Start a sandbox
         * @description Needs the scope `sandboxes:write`. Safe to send again with the same Idempotency-Key.
         */
        post: operations["start-sandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one sandbox, or wait for its status
         * @description With `wait`, the answer comes as soon as the sandbox has that status, when it cannot get there by itself any more, or when `timeout` is over; look at `status` to see which. Only so many requests wait at a time, of an API key and of all, streamed starts included: one more is answered at once with the sandbox as it is, and with `Retry-After`, which no other answer here has. Needs the scope `sandboxes:read`. Refused as `custom`: `timeout` without `wait`.
         */
        get: operations["get-sandbox"];
        put?: never;
        post?: never;
        /**
         * Delete a sandbox and its workspace
         * @description It is gone from the answer on. Its conversations stay, with the sandbox status MISSING. What becomes of its disks is under `/api/v1/sandbox-deletions/{sandbox_id}`. Needs the scope `sandboxes:write`.
         */
        delete: operations["delete-sandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a sandbox
         * @description Its compute stops and its workspace is saved. Pausing a paused sandbox does nothing. Needs the scope `sandboxes:write`. Safe to send again with the same Idempotency-Key.
         */
        post: operations["pause-sandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a sandbox
         * @description It starts again from its workspace, with a new session key. For a running sandbox it counts as use; one in ERROR is tried again. A 410 says that the workspace is gone. Needs the scope `sandboxes:write`. Safe to send again with the same Idempotency-Key.
         */
        post: operations["resume-sandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List receipts of deleted sandboxes, the last deletion first
         * @description Each is kept for 7 days after everything is gone, or until its id is used again. A deletion that was asked for a moment ago may be missing here; reading it by its id finds it at once. Needs the scope `sandboxes:read`.
         */
        get: operations["list-sandbox-deletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-deletions/{sandbox_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the receipt of a deleted sandbox
         * @description A 404 says that no such deletion was asked for, that its receipt is gone, or that a sandbox has this id again. Needs the scope `sandboxes:read`.
         */
        get: operations["get-sandbox-deletion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-specs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sandbox specs on offer, the default first
         * @description Needs the scope `sandboxes:read`.
         */
        get: operations["search-sandbox-specs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandbox-specs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read several sandbox specs by id
         * @description Needs the scope `sandboxes:read`.
         */
        get: operations["batch-get-sandbox-specs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the API key of this request
         * @description Every API key may call this.
         */
        get: operations["get-current-key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's API keys, the newest first
         * @description All that are not revoked, at most 500. Keys themselves are never shown again. Needs the scope `keys:read`.
         */
        get: operations["list-keys"];
        put?: never;
        /**
         * Make an API key
         * @description No key gives more than it has: scopes that it lacks are refused, and its limits and its end become those of the new key where none or wider ones are asked for. An owner has at most 200 keys. Needs the scope `keys:write`. Safe to send again with the same Idempotency-Key. Refused as `value_error`: an end that is over, not later than the beginning, or later than that of the calling key; limits above its own.
         */
        post: operations["create-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe an API key
         * @description Needs the scope `keys:read`.
         */
        get: operations["get-key"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It works no more from the next request on, also if it is the key of this request or the last one of its owner. Needs the scope `keys:write`.
         */
        delete: operations["revoke-key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key by a new one
         * @description The new key has the name, the scopes, the limits and the end of the old one. The old one goes on working for `overlap_seconds` (a day unless said otherwise), and no longer than it would have. A key is rotated once; the next time its successor is. Needs the scope `keys:write`. Safe to send again with the same Idempotency-Key. Refused as `value_error`: an end that is over, or later than that of the calling key.
         */
        post: operations["rotate-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/owners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the owners, in no order
         * @description A page may hold fewer than `limit`; the last one has no `next_page_id`. Needs the scope `admin`.
         */
        get: operations["list-owners"];
        put?: never;
        /**
         * Create an owner
         * @description With limits, and with a first key where `key` is there. Limits that are not set are those of the service. Needs the scope `admin`. Safe to send again with the same Idempotency-Key. Refused as `value_error`: an end that is over, not later than the beginning, or later than that of the calling key; limits above its own.
         */
        post: operations["create-owner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/owners/{owner_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe an owner
         * @description Needs the scope `admin`.
         */
        get: operations["get-owner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the limits of an owner
         * @description Limits that are not named stay; null removes one, so that the one of the service counts again. They count from the next start, resume or, for calls, minute on. What runs already goes on, except for budgets, which pause it. Needs the scope `admin`.
         */
        patch: operations["update-owner"];
        trace?: never;
    };
    "/api/v1/owners/{owner_id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an API key for an owner
         * @description Its scopes are not bound by those that owners can give: it may be one of an administrator, which works no longer than the key that makes it. Needs the scope `admin`. Safe to send again with the same Idempotency-Key. Refused as `value_error`: an end that is over, not later than the beginning, or later than that of the calling key; limits above its own.
         */
        post: operations["create-owner-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell the limits of this API key, and how far they are used
         * @description This call is not counted, and is answered when the limit of calls is used up. Every API key may call this.
         */
        get: operations["get-limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who changed what, newest first
         * @description Entries are kept for a year. A page ends early where few of many entries fit its filters; `next_page_id` tells whether more may follow. Needs the scope `audit:read`.
         */
        get: operations["list-audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a device code
         * @description The program shows `user_code` and `verification_uri` to a person, and polls for its token every `interval` seconds. Programs are not registered: whatever is sent along, such as a `client_id`, is ignored. An address may begin 30 logins in 10 minutes, and the service 500. No key is needed.
         */
        post: operations["authorize-device"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Poll for the API key of an approved device code
         * @description The key is handed out once. Until then a failure tells in `error` whether to wait (`authorization_pending`, `slow_down`) or to give up (`expired_token`, `access_denied`, `invalid_grant`, `invalid_request`, `unsupported_grant_type`). After `slow_down`, a program waits `interval` seconds before each poll, for good: five more than before, up to 30. No key is needed. Refused as `malformed_request`: a `client_id` without a `grant_type`.
         */
        post: operations["get-device-token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The page on which a person approves a device
         * @description A page for people. `user_code` fills its field; the API key is typed in and travels in a header only. No key is needed.
         */
        get: operations["show-device-page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/verify-authenticated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or refuse a device
         * @description The device gets an API key of the owner of the key that approves it, which works no longer than that key. Needs the scope `keys:write`.
         */
        post: operations["verify-device"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/automation/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether this service runs automations; it runs none
         * @description Every API key may call this.
         */
        get: operations["get-automation-health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/automation/sdk-version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The version of what runs automations; there is none
         * @description Every API key may call this.
         */
        get: operations["get-automation-sdk-version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/llm/byor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The key to language models that this service lends; it lends none
         * @description Every API key may call this.
         */
        get: operations["get-llm-key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/llm/byor/permitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether this service lends keys to language models
         * @description Every API key may call this.
         */
        get: operations["get-llm-key-permitted"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/skills/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The skills on offer; there are none
         * @description Every API key may call this.
         */
        get: operations["search-skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/git/installations/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the repositories of a git provider lie under
         * @description Workspaces, projects or organizations, or the installations of an app. A personal token of GitHub has one: `all`. Answers are kept for a minute. A page is continued with the same `limit`. A failure of the provider is an error with a sentence for people, and never an empty list. Needs the scope `conversations:read`.
         */
        get: operations["search-installations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/git/repositories/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The owner's repositories, or those with a text in their name
         * @description Without `query`, those that the token reaches, the last pushed first. With it, also public ones of others: by a part of the name, by `owner/name`, or by an address as `https://github.com/owner/name`. Answers are kept for a minute. A page is continued with the same `limit`. A failure of the provider is an error with a sentence for people, and never an empty list. Needs the scope `conversations:read`.
         */
        get: operations["search-repositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/git/branches/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The branches of a repository, all or those with a text in their name
         * @description Answers are kept for a minute. A page is continued with the same `limit`. A failure of the provider is an error with a sentence for people, and never an empty list. Needs the scope `conversations:read`.
         */
        get: operations["search-branches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/git/suggested-tasks/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What waits for the owner at all of their git providers
         * @description Their open changes with a conflict, failing checks or open comments, and issues that are assigned to them. `failures` names the providers that did not answer; where no task is left and a provider failed, the request fails. Without a token there is none to ask. Needs the scope `conversations:read`.
         */
        get: operations["search-suggested-tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/git-organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Organizations, groups or workspaces of the caller at a git provider
         * @description At the first of their providers that answers. Without a token there is none to ask. Needs the scope `settings:read`.
         */
        get: operations["get-git-organizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/web-client/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How web clients shall present themselves
         * @description No key is needed.
         */
        get: operations["get-web-client-config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether people sign in here
         * @description No key is needed.
         */
        get: operations["get-saas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config/models/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The language models on offer, the default first
         * @description Every API key may call this.
         */
        get: operations["search-models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/config/providers/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The providers of the language models on offer
         * @description Every API key may call this.
         */
        get: operations["search-providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/git-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who calls, as a git provider knows them
         * @description As the named git provider knows them: the way to try out its token. Without `provider`, as the first of their git providers that answers knows them, or without a token for one, the owner of the key under both `id` and `login`. Needs the scope `settings:read`.
         */
        get: operations["get-git-info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organizations of the caller: their own
         * @description Every API key may call this.
         */
        get: operations["list-organizations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the caller is in an organization
         * @description Every API key may call this.
         */
        get: operations["get-organization-member"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A member of an organization: its owner, as there is no other
         * @description Every API key may call this.
         */
        get: operations["find-organization-member"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The language models that an organization keeps under names: those of its owner
         * @description Needs the scope `settings:read`.
         */
        get: operations["list-organization-profiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the caller's settings
         * @description The settings of the owner over the defaults of the deployment. Secrets are never shown; `…_set` says which are kept. Needs the scope `settings:read`.
         */
        get: operations["get-settings"];
        put?: never;
        /**
         * Change the caller's settings
         * @description What is not named stays. The two `_diff`s are merged deeply: null takes a field away, and `mcp_config` is replaced as a whole. A mask that is sent back leaves its secret as it is; an empty text takes it away. Unknown fields are ignored. Needs the scope `settings:write`. Refused as `too_big`: settings that would take more than 200,000 characters or hold too many secrets with what is kept already.
         */
        post: operations["update-settings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/agent-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The form of agent settings
         * @description Every API key may call this.
         */
        get: operations["get-agent-settings-schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/conversation-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The form of conversation settings
         * @description Every API key may call this.
         */
        get: operations["get-conversation-settings-schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's language models
         * @description Needs the scope `settings:read`.
         */
        get: operations["list-profiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/profiles/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one language model
         * @description Needs the scope `settings:read`.
         */
        get: operations["get-profile"];
        put?: never;
        /**
         * Keep a language model under a name
         * @description Without `llm` the one in use is kept. A profile that is there is replaced, and keeps its key unless another one is sent. Needs the scope `settings:write`. Refused as `too_big`: settings that would take more than 200,000 characters or hold too many secrets with what is kept already.
         */
        post: operations["save-profile"];
        /**
         * Delete a language model
         * @description Deleting what is not there changes nothing. Needs the scope `settings:write`.
         */
        delete: operations["delete-profile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/profiles/{name}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use a language model from now on
         * @description Needs the scope `settings:write`.
         */
        post: operations["activate-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/profiles/{name}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a language model another name
         * @description Needs the scope `settings:write`.
         */
        post: operations["rename-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/profiles/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one language model of an organization
         * @description Needs the scope `settings:read`.
         */
        get: operations["get-organization-profile"];
        put?: never;
        /**
         * Keep a language model of an organization under a name
         * @description Without `llm` the one in use is kept. A profile that is there is replaced, and keeps its key unless another one is sent. Needs the scope `settings:write`. Refused as `too_big`: settings that would take more than 200,000 characters or hold too many secrets with what is kept already.
         */
        post: operations["save-organization-profile"];
        /**
         * Delete a language model of an organization
         * @description Deleting what is not there changes nothing. Needs the scope `settings:write`.
         */
        delete: operations["delete-organization-profile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/profiles/{name}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use a language model of an organization from now on
         * @description Needs the scope `settings:write`.
         */
        post: operations["activate-organization-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/profiles/{name}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a language model of an organization another name
         * @description Needs the scope `settings:write`.
         */
        post: operations["rename-organization-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/provider-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The connections to providers of language models, without their keys
         * @description Needs the scope `settings:read`.
         */
        get: operations["list-provider-connections"];
        put?: never;
        /**
         * Keep a key to a provider of language models
         * @description Needs the scope `settings:write`. Refused as `too_big`: settings that would take more than 200,000 characters or hold too many secrets with what is kept already.
         */
        post: operations["create-provider-connection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/organizations/{org_id}/provider-connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a connection that no language model names
         * @description Needs the scope `settings:write`.
         */
        delete: operations["delete-provider-connection"];
        options?: never;
        head?: never;
        /**
         * Change a connection to a provider
         * @description What is not named stays. The models that name the connection have its new key from the next start on. Needs the scope `settings:write`. Refused as `too_big`: settings that would take more than 200,000 characters or hold too many secrets with what is kept already.
         */
        patch: operations["update-provider-connection"];
        trace?: never;
    };
    "/api/agent-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The agents that an owner keeps under names, and which of them starts
         * @description Needs the scope `settings:read`.
         */
        get: operations["get-agent-profiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent-profiles/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an agent
         * @description Secret texts, such as the arguments of a program, read as a mask, and save as the same text. Needs the scope `settings:read`.
         */
        get: operations["get-agent-profile"];
        put?: never;
        /**
         * Keep an agent under a name
         * @description An agent that is there is replaced; its id stays, and its revision rises. A conversation starts with it by `agent_profile_id`. Needs the scope `settings:write`. Refused as `too_big`: settings that would take more than 200,000 characters or hold too many secrets with what is kept already. Refused as `custom`: a field that only an agent of the other kind has, or no `llm_profile_ref` for one of the kind `openhands`.
         */
        post: operations["save-agent-profile"];
        /**
         * Delete an agent
         * @description Deleting what is not there changes nothing. Conversations that were started with it stay. Needs the scope `settings:write`.
         */
        delete: operations["delete-agent-profile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent-profiles/{name}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an agent another name
         * @description Needs the scope `settings:write`.
         */
        post: operations["rename-agent-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent-profiles/{name}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let clients start conversations with an agent from now on
         * @description The agent is named by its id. The settings of its owner stay as they are. Needs the scope `settings:write`.
         */
        post: operations["activate-agent-profile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's secrets, in the order of their names
         * @description Names and descriptions; a value is never shown. Needs the scope `settings:read`.
         */
        get: operations["search-secrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a secret for agents
         * @description One that is there already is replaced, and keeps its description unless another one is sent. Needs the scope `settings:write`. Safe to send again with the same Idempotency-Key.
         */
        post: operations["create-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/{secret_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rename or describe a secret
         * @description Its name is its id. With `value` it gets another one. Needs the scope `settings:write`.
         */
        put: operations["update-secret"];
        post?: never;
        /**
         * Delete a secret
         * @description Needs the scope `settings:write`.
         */
        delete: operations["delete-secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/secrets/git-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep the caller's tokens of git providers
         * @description Providers that are not named stay as they are. What a token may do is not checked here. Needs the scope `settings:write`.
         */
        post: operations["add-git-providers"];
        /**
         * Forget the caller's tokens of git providers
         * @description Of all of them, or of the named one. Needs the scope `settings:write`.
         */
        delete: operations["remove-git-providers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/settings/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Name the secrets of a sandbox's owner
         * @description For the session key of this sandbox, while it runs. Tokens of git providers are named `…_TOKEN`. Needs the session key of a sandbox.
         */
        get: operations["list-sandbox-secrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sandboxes/{sandbox_id}/settings/secrets/{secret_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a secret of a sandbox's owner
         * @description For the session key of this sandbox, while it runs. `github_token` and the like are tokens of git providers. Needs the session key of a sandbox.
         */
        get: operations["get-sandbox-secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the git token of a sandbox's owner
         * @description For the token in X-Access-Token, which the service gave to the sandbox for one git provider. It works while the sandbox runs, for 14 days. No key is needed.
         */
        get: operations["get-webhook-secret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what was used, and what it costs
         * @description What sandboxes of the caller used between two times (from `from` on and before `to`, at most 92 days), and the calls of their API keys. Without `from` since the beginning of the month (UTC), without `to` until now. Priced by the price table of each time; totals are of the whole span. `format=csv`, or `Accept: text/csv`, gives all groups as CSV. Needs the scope `usage:read`. Refused as `custom`: `split_by` that is the same as `group_by`. Refused as `value_error`: `from` that is not before `to` (or before now, where there is no `to`); a span of more than 92 days.
         */
        get: operations["get-usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who calls, with their settings
         * @description Secrets are masked. With `expose_secrets=true` they are shown to a caller that has, beside the API key in `Authorization: Bearer`, the session key of a running sandbox of the same owner in X-Session-API-Key. The key of the deployment is never shown. Needs the scope `settings:read`.
         */
        get: operations["get-current-user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service answers at all
         * @description No key is needed.
         */
        get: operations["get-alive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same as plain text
         * @description No key is needed.
         */
        get: operations["get-health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service reaches its database
         * @description No key is needed.
         */
        get: operations["get-ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/server_info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is running here
         * @description No key is needed.
         */
        get: operations["get-server-info"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This interface as OpenAPI 3.1
         * @description No key is needed.
         */
        get: operations["get-openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/migration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How to move from the legacy generation to the current one, as a page
         * @description Every call and every field of the legacy generation, and what becomes of it. No key is needed.
         */
        get: operations["get-migration-guide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateConversationRequest: {
            repository?: string | null;
            git_provider?: components["schemas"]["LegacyGitProvider"] | null;
            selected_branch?: (string & (unknown & unknown)) | null;
            initial_user_msg?: string | null;
            image_urls?: string[] | null;
            replay_json?: string | null;
            suggested_task?: components["schemas"]["LegacySuggestedTask"];
            create_microagent?: components["schemas"]["CreateMicroagent"];
            conversation_instructions?: string | null;
            mcp_config?: components["schemas"]["McpConfig"];
            conversation_id?: string & (unknown & unknown);
        };
        /** @enum {string} */
        LegacyGitProvider: "github" | "gitlab" | "bitbucket" | "enterprise_sso";
        LegacySuggestedTask: {
            /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`). */
            repo: string;
            issue_number?: number;
            title?: string;
            git_provider?: components["schemas"]["LegacyGitProvider"] | null;
            task_type?: components["schemas"]["TaskType"] | null;
        };
        /** @enum {string} */
        TaskType: "MERGE_CONFLICTS" | "FAILING_CHECKS" | "UNRESOLVED_COMMENTS" | "OPEN_ISSUE" | "OPEN_PR" | "CREATE_MICROAGENT";
        CreateMicroagent: {
            /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`). */
            repo: string;
            title?: string | null;
            git_provider?: components["schemas"]["LegacyGitProvider"] | null;
        };
        McpConfig: {
            sse_servers?: components["schemas"]["McpUrlServer"][];
            stdio_servers?: components["schemas"]["McpStdioServer"][];
            shttp_servers?: components["schemas"]["McpUrlServer"][];
        };
        McpUrlServer: {
            /** Format: uri */
            url: string;
            api_key?: string | null;
        };
        McpStdioServer: {
            name: string;
            command: string;
            args?: string[];
            env?: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        ConversationTrigger: "resolver" | "gui" | "suggested_task" | "openhands_api" | "slack" | "microagent_management" | "jira" | "jira_dc" | "linear" | "bitbucket" | "automation";
        UpdateConversationRequest: {
            title: string | null;
        };
        AppConversationStartRequest: {
            sandbox_id?: (string & (unknown & unknown)) | null;
            /**
             * @description The spec of the sandbox that is made for the conversation; the default without it. A conversation that runs in a sandbox that exists, by `sandbox_id` or with its parent, cannot name another spec than that one has.
             * @default null
             */
            sandbox_spec_id?: string | null;
            conversation_id?: string | null;
            /** @default null */
            initial_message?: components["schemas"]["SendMessageRequest"] | null;
            /** @default null */
            system_message_suffix?: string | null;
            /** @default null */
            processors?: {
                [key: string]: unknown;
            }[] | null;
            /** @default null */
            llm_model?: string | null;
            /** @default null */
            agent_profile_id?: string | null;
            agent_kind?: ("openhands" | "acp" | "llm") | null;
            /** @default null */
            selected_repository?: string | null;
            /** @default null */
            selected_branch?: (string & (unknown & unknown)) | null;
            /** @default null */
            git_provider?: components["schemas"]["ProviderType"] | null;
            /** @default null */
            suggested_task?: components["schemas"]["SuggestedTask"] | null;
            /** @default null */
            title?: string | null;
            /** @default null */
            trigger?: components["schemas"]["ConversationTrigger"] | null;
            /** @default [] */
            pr_number?: number[];
            parent_conversation_id?: string | null;
            /** @default default */
            agent_type?: components["schemas"]["AgentType"];
            /** @default null */
            public?: boolean | null;
            /** @default null */
            observability_metadata?: {
                [key: string]: (string | number | boolean) | (string | number | boolean)[];
            } | null;
            /** @default null */
            observability_tags?: string[] | null;
            /** @default null */
            observability_span_name?: string | null;
            /** @default null */
            plugins?: {
                source: string;
                ref?: string | null;
                repo_path?: string | null;
                parameters?: {
                    [key: string]: unknown;
                } | null;
            }[] | null;
            /** @default null */
            secrets?: {
                [key: string]: string;
            } | null;
        };
        SendMessageRequest: {
            /**
             * @description What `system` says is added to the instructions of the agent; it begins no answer.
             * @default user
             * @enum {string}
             */
            role?: "user" | "system";
            /** @default [] */
            content?: ({
                /** @constant */
                type: "text";
                text: string;
                /** @default false */
                cache_prompt?: boolean;
            } | {
                /** @constant */
                type: "image";
                image_urls: string[];
                /** @default false */
                cache_prompt?: boolean;
            })[];
            /** @default false */
            run?: boolean;
        };
        /** @enum {string} */
        ProviderType: "github" | "gitlab" | "bitbucket" | "enterprise_sso" | "bitbucket_data_center" | "forgejo" | "azure_devops";
        SuggestedTask: {
            git_provider: components["schemas"]["ProviderType"];
            task_type: components["schemas"]["TaskType"];
            /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`). */
            repo: string;
            issue_number: number;
            title: string;
        };
        /** @enum {string} */
        AgentType: "default" | "plan";
        AppConversationUpdate: {
            title?: string | null;
            public?: boolean | null;
            selected_repository?: string | null;
            selected_branch?: (string & (unknown & unknown)) | null;
            git_provider?: components["schemas"]["ProviderType"] | null;
        };
        /** @enum {string} */
        AppConversationStartTaskSortOrder: "CREATED_AT" | "CREATED_AT_DESC" | "UPDATED_AT" | "UPDATED_AT_DESC";
        ProvidersSet: {
            providers_set?: components["schemas"]["ProviderType"][] | null;
        };
        LegacyMessage: {
            message: string;
        };
        LegacyEvent: {
            [key: string]: unknown;
        } | ({
            /** @constant */
            action: "message";
            args: ({
                content: string;
                image_urls?: string[] | null;
            } & {
                [key: string]: unknown;
            }) | {
                content?: string;
            } | {
                image_urls: unknown[];
            };
        } & {
            [key: string]: unknown;
        }) | (({
            content: string;
            image_urls?: string[] | null;
            /** @constant */
            source: "user";
        } & {
            [key: string]: unknown;
        }) | {
            content?: string;
        } | {
            image_urls: unknown[];
        }) | ({
            /** @constant */
            action: "change_agent_state";
            args: {
                /** @enum {string} */
                agent_state: "running" | "paused" | "stopped" | "user_confirmed" | "user_rejected";
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        });
        UserMessage: {
            /**
             * @default user
             * @constant
             */
            role?: "user";
            content: ({
                /** @constant */
                type: "text";
                text: string;
                /** @default false */
                cache_prompt?: boolean;
            } | {
                /** @constant */
                type: "image";
                image_urls: string[];
                /** @default false */
                cache_prompt?: boolean;
            })[];
            /** @default true */
            run?: boolean;
        };
        PendingMessageRequest: {
            /**
             * @default user
             * @constant
             */
            role?: "user";
            content: ({
                /** @constant */
                type: "text";
                text: string;
                /** @default false */
                cache_prompt?: boolean;
            } | {
                /** @constant */
                type: "image";
                image_urls: string[];
                /** @default false */
                cache_prompt?: boolean;
            })[];
        };
        SwitchProfileRequest: {
            profile_name: string;
        };
        SwitchAcpModelRequest: {
            model: string;
        };
        /**
         * @default TIMESTAMP
         * @enum {string}
         */
        EventSortOrder: "TIMESTAMP" | "TIMESTAMP_DESC";
        AgentConversationInfo: {
            /** @description A UUID, with or without dashes. */
            id: string;
            updated_at?: string | null;
            parent_conversation_id?: string | null;
        } & {
            [key: string]: unknown;
        };
        AgentEvent: {
            id: string;
            /** @description A date-time of ISO 8601 that exists, or a date; without a zone it is UTC. It has no leap second, and lies in the years 0000 to 9999, also in UTC. */
            timestamp: string;
            kind: string;
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        SandboxStatus: "STARTING" | "RUNNING" | "PAUSED" | "ERROR" | "MISSING";
        ApiKeyCreate: {
            name?: string | null;
            scopes?: ("conversations:read" | "conversations:write" | "sandboxes:read" | "sandboxes:write" | "settings:read" | "settings:write" | "keys:read" | "keys:write" | "usage:read" | "webhooks:read" | "webhooks:write" | "audit:read" | "admin")[] | null;
            /** @description The key does not work before. */
            not_before?: string | null;
            /** @description The key works no longer than this. */
            expires_at?: string | null;
            limits?: components["schemas"]["LimitsRequest"] | null;
            /** @description Taken and ignored: keys belong to their owner. */
            org_id?: string | null;
        };
        /** @enum {string} */
        Scope: "conversations:read" | "conversations:write" | "sandboxes:read" | "sandboxes:write" | "settings:read" | "settings:write" | "keys:read" | "keys:write" | "usage:read" | "webhooks:read" | "webhooks:write" | "audit:read" | "admin";
        LimitsRequest: {
            /** @description At once, of those that are starting, running or resuming. */
            sandboxes?: number | null;
            requests_per_minute?: number | null;
            /** @description In US dollars, per calendar month (UTC). */
            monthly_budget_usd?: number | null;
            /** @description Hours of running sandboxes per calendar month (UTC). */
            monthly_sandbox_hours?: number | null;
        };
        ApiKeyRotation: {
            /** @default 86400 */
            overlap_seconds?: number;
            /** @description Another end for the new key. */
            expires_at?: string | null;
        };
        OwnerCreate: {
            id: string & (unknown & unknown);
            limits?: components["schemas"]["LimitsRequest"] | null;
            key?: components["schemas"]["ApiKeyCreate"] | null;
        };
        OwnerUpdate: {
            limits: components["schemas"]["LimitsRequest"];
        };
        DeviceTokenRequest: {
            device_code: string;
            /** @description Always `urn:ietf:params:oauth:grant-type:device_code`. Only a request without `client_id` may leave it out, as the command line client does. */
            grant_type?: string;
            /** @description Ignored: programs are not registered. */
            client_id?: string;
        };
        DeviceVerification: {
            /** @description As the device shows it, in any case, dashes or not. */
            user_code: string;
            /** @enum {string} */
            decision: "approve" | "deny";
        };
        SettingsUpdate: {
            agent_settings?: unknown;
            conversation_settings?: unknown;
            agent_settings_diff?: ({
                agent_kind?: ("openhands" | "acp" | "llm") | null;
                agent?: string | null;
                tools?: ({
                    name: string;
                } & {
                    [key: string]: unknown;
                })[] | null;
                persona?: string | null;
                condenser?: ({
                    enabled?: boolean | null;
                    condenser_kind?: ("llm_summarizing" | "no_op") | null;
                    max_size?: number | null;
                    max_tokens?: number | null;
                    keep_first?: number | null;
                    minimum_progress?: number | null;
                    hard_context_reset_max_retries?: number | null;
                    hard_context_reset_context_scaling?: number | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                enable_sub_agents?: boolean | null;
                enable_switch_llm_tool?: boolean | null;
                enable_classify_and_switch_llm_tool?: boolean | null;
                tool_concurrency_limit?: number | null;
                acp_server?: string | null;
                acp_model?: string | null;
                acp_session_mode?: string | null;
                acp_prompt_timeout?: number | null;
                acp_startup_timeout?: number | null;
                acp_command?: (string | string[]) | null;
                acp_args?: string[] | null;
                agent_context?: ({
                    system_message_suffix?: string | null;
                    user_message_suffix?: string | null;
                    load_memory?: boolean | null;
                    load_project_skills?: boolean | null;
                    load_public_skills?: boolean | null;
                    load_user_skills?: boolean | null;
                    disabled_skills?: string[] | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                verification?: ({
                    critic_enabled?: boolean | null;
                    critic_mode?: ("finish_and_message" | "all_actions") | null;
                    enable_iterative_refinement?: boolean | null;
                    critic_threshold?: number | null;
                    max_refinement_iterations?: number | null;
                    critic_server_url?: string | null;
                    critic_model_name?: string | null;
                    critic_api_key?: string | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                llm?: components["schemas"]["LlmSettings"] | null;
                mcp_config?: ({
                    [key: string]: unknown;
                } | {
                    sse_servers?: ({
                        /** Format: uri */
                        url: string;
                        api_key?: string | null;
                        timeout?: number | null;
                    } | {
                        /** Format: uri */
                        url: string;
                        api_key?: string | null;
                        timeout?: number | null;
                    } | string)[] | null;
                    stdio_servers?: {
                        name: string;
                        command: string;
                        args?: string[] | null;
                        env?: {
                            [key: string]: string;
                        } | null;
                    }[] | null;
                    shttp_servers?: ({
                        /** Format: uri */
                        url: string;
                        api_key?: string | null;
                        timeout?: number | null;
                    } | {
                        /** Format: uri */
                        url: string;
                        api_key?: string | null;
                        timeout?: number | null;
                    } | string)[] | null;
                } | {
                    mcpServers: {
                        [key: string]: {
                            url?: string | null;
                            transport?: ("stdio" | "http" | "streamable-http" | "sse") | null;
                            command?: string | null;
                            args?: string[] | null;
                            env?: {
                                [key: string]: string;
                            } | null;
                            cwd?: string | null;
                            description?: string | null;
                            icon?: string | null;
                            timeout?: number | null;
                            sse_read_timeout?: number | null;
                            keep_alive?: boolean | null;
                            headers?: {
                                [key: string]: string;
                            } | null;
                            auth?: {
                                [key: string]: unknown;
                            } | null;
                            enabled?: boolean | null;
                        } | {
                            url: string;
                        } | {
                            command: string;
                        };
                    };
                } | ({
                    mcpServers?: never;
                } & {
                    [key: string]: {
                        url?: string | null;
                        transport?: ("stdio" | "http" | "streamable-http" | "sse") | null;
                        command?: string | null;
                        args?: string[] | null;
                        env?: {
                            [key: string]: string;
                        } | null;
                        cwd?: string | null;
                        description?: string | null;
                        icon?: string | null;
                        timeout?: number | null;
                        sse_read_timeout?: number | null;
                        keep_alive?: boolean | null;
                        headers?: {
                            [key: string]: string;
                        } | null;
                        auth?: {
                            [key: string]: unknown;
                        } | null;
                        enabled?: boolean | null;
                    } | {
                        url: string;
                    } | {
                        command: string;
                    };
                })) | null;
            } & {
                [key: string]: unknown;
            }) | null;
            conversation_settings_diff?: ({
                max_iterations?: number | null;
                confirmation_mode?: boolean | null;
                security_analyzer?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            language?: string | null;
            user_version?: number | null;
            email?: string | null;
            email_verified?: boolean | null;
            git_user_name?: string | null;
            git_user_email?: string | null;
            user_consents_to_analytics?: boolean | null;
            enable_sound_notifications?: boolean | null;
            enable_desktop_notifications?: boolean | null;
            enable_proactive_conversation_starters?: boolean | null;
            enable_solvability_analysis?: boolean | null;
            disabled_skills?: string[] | null;
            max_budget_per_task?: number | null;
            remote_runtime_resource_factor?: number | null;
            sandbox_base_container_image?: string | null;
            sandbox_runtime_container_image?: string | null;
            sandbox_grouping_strategy?: ("NO_GROUPING" | "GROUP_BY_NEWEST" | "LEAST_RECENTLY_USED" | "FEWEST_CONVERSATIONS" | "ADD_TO_ANY") | null;
            v1_enabled?: boolean | null;
            is_new_user?: boolean | null;
            agent?: string | null;
            llm_model?: string | null;
            llm_base_url?: (string | "" | "**********") | null;
            llm_api_key?: string | null;
            search_api_key?: string | null;
            mcp_config?: ({
                [key: string]: unknown;
            } | {
                sse_servers?: ({
                    /** Format: uri */
                    url: string;
                    api_key?: string | null;
                    timeout?: number | null;
                } | {
                    /** Format: uri */
                    url: string;
                    api_key?: string | null;
                    timeout?: number | null;
                } | string)[] | null;
                stdio_servers?: {
                    name: string;
                    command: string;
                    args?: string[] | null;
                    env?: {
                        [key: string]: string;
                    } | null;
                }[] | null;
                shttp_servers?: ({
                    /** Format: uri */
                    url: string;
                    api_key?: string | null;
                    timeout?: number | null;
                } | {
                    /** Format: uri */
                    url: string;
                    api_key?: string | null;
                    timeout?: number | null;
                } | string)[] | null;
            } | {
                mcpServers: {
                    [key: string]: {
                        url?: string | null;
                        transport?: ("stdio" | "http" | "streamable-http" | "sse") | null;
                        command?: string | null;
                        args?: string[] | null;
                        env?: {
                            [key: string]: string;
                        } | null;
                        cwd?: string | null;
                        description?: string | null;
                        icon?: string | null;
                        timeout?: number | null;
                        sse_read_timeout?: number | null;
                        keep_alive?: boolean | null;
                        headers?: {
                            [key: string]: string;
                        } | null;
                        auth?: {
                            [key: string]: unknown;
                        } | null;
                        enabled?: boolean | null;
                    } | {
                        url: string;
                    } | {
                        command: string;
                    };
                };
            } | ({
                mcpServers?: never;
            } & {
                [key: string]: {
                    url?: string | null;
                    transport?: ("stdio" | "http" | "streamable-http" | "sse") | null;
                    command?: string | null;
                    args?: string[] | null;
                    env?: {
                        [key: string]: string;
                    } | null;
                    cwd?: string | null;
                    description?: string | null;
                    icon?: string | null;
                    timeout?: number | null;
                    sse_read_timeout?: number | null;
                    keep_alive?: boolean | null;
                    headers?: {
                        [key: string]: string;
                    } | null;
                    auth?: {
                        [key: string]: unknown;
                    } | null;
                    enabled?: boolean | null;
                } | {
                    url: string;
                } | {
                    command: string;
                };
            })) | null;
            confirmation_mode?: boolean | null;
            security_analyzer?: string | null;
            max_iterations?: number | null;
            enable_default_condenser?: boolean | null;
            condenser_max_size?: number | null;
        };
        LlmSettings: {
            model?: string | null;
            base_url?: (string | "" | "**********") | null;
            api_key?: string | null;
        } & {
            [key: string]: unknown;
        };
        SaveProfileRequest: {
            llm?: ({
                model: string;
                base_url?: (string | "" | "**********") | null;
                api_key?: string | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @default true */
            include_secrets?: boolean;
            /** @default false */
            preserve_existing_api_key?: boolean;
        };
        ProviderConnectionCreate: {
            display_name: string & (unknown & unknown);
            /** @default custom */
            provider?: string & (unknown & unknown);
            api_key: string & (unknown & unknown);
            base_url?: string | null;
        };
        ProviderConnectionUpdate: {
            display_name?: string & (unknown & unknown);
            provider?: string & (unknown & unknown);
            api_key?: string & (unknown & unknown);
            base_url?: string | null;
        };
        AgentProfileInput: {
            schema_version?: number | null;
            /**
             * @default openhands
             * @enum {string}
             */
            agent_kind?: "openhands" | "acp";
            /** @description The MCP servers of the owner to use; null stands for all. */
            mcp_server_refs?: string[] | null;
            /** @description The secrets of the owner to use; null stands for all. */
            secret_refs?: string[] | null;
            agent?: string | null;
            tools?: ({
                name: string;
            } & {
                [key: string]: unknown;
            })[] | null;
            persona?: string | null;
            condenser?: ({
                enabled?: boolean | null;
                condenser_kind?: ("llm_summarizing" | "no_op") | null;
                max_size?: number | null;
                max_tokens?: number | null;
                keep_first?: number | null;
                minimum_progress?: number | null;
                hard_context_reset_max_retries?: number | null;
                hard_context_reset_context_scaling?: number | null;
            } & {
                [key: string]: unknown;
            }) | null;
            enable_sub_agents?: boolean | null;
            enable_switch_llm_tool?: boolean | null;
            enable_classify_and_switch_llm_tool?: boolean | null;
            tool_concurrency_limit?: number | null;
            /** @description The name of the language model to use. */
            llm_profile_ref?: string | null;
            system_message_suffix?: string | null;
            disabled_skills?: string[] | null;
            public_skills?: string[] | null;
            verification?: {
                critic_enabled?: boolean | null;
                critic_mode?: ("finish_and_message" | "all_actions") | null;
                enable_iterative_refinement?: boolean | null;
                critic_threshold?: number | null;
                max_refinement_iterations?: number | null;
                critic_server_url?: string | null;
                critic_model_name?: string | null;
            } | null;
            meta_profile_ref?: string | null;
            acp_server?: string | null;
            acp_model?: string | null;
            acp_session_mode?: string | null;
            acp_prompt_timeout?: number | null;
            acp_startup_timeout?: number | null;
            acp_command?: (string | string[]) | null;
            acp_args?: string[] | null;
            id?: unknown;
            name?: unknown;
            revision?: unknown;
        };
        CustomSecretCreate: {
            name: string & (unknown & unknown);
            value: string;
            description?: string | null;
        };
        CustomSecretUpdate: {
            name: string & (unknown & unknown);
            value?: string | null;
            description?: string | null;
        };
        GitProviders: {
            provider_tokens?: {
                [key: string]: {
                    token?: string | null;
                    host?: string | null;
                    user_id?: string | null;
                };
            } | null;
        };
        ConversationEventData: {
            conversation_id: string;
            sandbox_id: string;
            title: string;
            execution_status: components["schemas"]["ConversationExecutionStatus"] | null;
            /** Format: date-time */
            created_at: string;
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        ConversationExecutionStatus: "idle" | "running" | "paused" | "waiting_for_confirmation" | "finished" | "error" | "stuck" | "deleting";
        SandboxEventData: {
            sandbox_id: string;
            sandbox_spec_id: string;
            status: components["schemas"]["SandboxStatus"];
            /** @description How often it has been started. */
            generation: number;
            pause_reason: components["schemas"]["PauseReason"] | null;
            /** @description The code of why it failed. */
            reason: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        PauseReason: "api" | "idle" | "timeout" | "limit" | "budget";
        KeyEventData: {
            id: string;
            name: string | null;
            last4: string | null;
            scopes: string[];
            not_before: string | null;
            expires_at: string | null;
            rotated_from: string | null;
            rotated_to: string | null;
        } & {
            [key: string]: unknown;
        };
        BudgetEventData: {
            /**
             * @description Whose budget it is.
             * @enum {string}
             */
            scope: "owner" | "key";
            key_id: string | null;
            /** @enum {string} */
            unit: "usd" | "sandbox_hours";
            month: string;
            limit: number;
            used: number;
            /** Format: date-time */
            resets_at: string;
        } & {
            [key: string]: unknown;
        };
        WebhookEndpointEventData: {
            webhook_endpoint_id: string;
            description: string | null;
            reason: string;
        } & {
            [key: string]: unknown;
        };
        Problem: {
            /** @enum {string} */
            type: "about:blank" | "https://iana.org/assignments/http-problem-types#quota-exceeded";
            title: string;
            status: number;
            detail: string;
            /** @description What programs distinguish failures by. */
            code: string;
            /** @description The same as in the header X-Request-Id and in the logs. */
            request_id: string;
            errors?: components["schemas"]["FieldError"][];
            running_sandbox_ids?: string[];
            /** @description The limit of sandboxes at once, or the budget, that the request would have gone beyond. */
            limit?: {
                /**
                 * @description Whose limit it is: that of all your keys, or of this one.
                 * @enum {string}
                 */
                scope: "owner" | "key";
                /** @enum {string} */
                unit: "sandboxes" | "usd" | "sandbox_hours";
                limit: number;
                used: number;
                /** @description When it begins anew; null where it does not by itself. */
                resets_at: string | null;
            };
            /** @description The scope that the API key lacks. */
            required_scope?: string;
            retry_after_seconds?: number;
            msg_id?: string;
            /** @description The name that OAuth gives the failure; for clients of the legacy settings a text. */
            error?: string;
            /** @description The same as `detail`, for OAuth clients. */
            error_description?: string;
            /** @description Seconds to wait between two polls of a device from now on. */
            interval?: number;
            conversation_id?: string;
            message?: string;
            /** @description The names of the limits that are used up, as in the header RateLimit-Policy. */
            "violated-policies"?: string[];
        };
        FieldError: {
            loc: (string | number)[];
            msg: string;
            type: string;
            pointer: string;
        };
        ConversationResponse: {
            status: string;
            conversation_id: string;
            message: string | null;
            conversation_status: components["schemas"]["ConversationStatus"] | null;
        };
        /** @enum {string} */
        ConversationStatus: "STARTING" | "RUNNING" | "STOPPED";
        LegacyConversation: {
            conversation_id: string;
            title: string;
            last_updated_at: string | null;
            status: components["schemas"]["ConversationStatus"];
            message: string | null;
            runtime_status: string | null;
            selected_repository: string | null;
            selected_branch: string | null;
            git_provider: components["schemas"]["ProviderType"] | null;
            trigger: components["schemas"]["ConversationTrigger"] | null;
            num_connections: number;
            url: string | null;
            session_api_key: string | null;
            /** Format: date-time */
            created_at: string;
            pr_number: number[];
            /** @constant */
            conversation_version: "V1";
            sub_conversation_ids: string[];
        };
        AppConversationStartTask: {
            id: string;
            created_by_user_id: string | null;
            status: components["schemas"]["AppConversationStartTaskStatus"];
            detail: string | null;
            /** @description The id of the conversation, from the first answer on. It can be read, listed and deleted by it at once, and is not to be talked to before READY. */
            conversation_id: string;
            /** @description The id of the conversation once the status is READY; null before, and for ever when it failed. */
            app_conversation_id: string | null;
            sandbox_id: string | null;
            /** @description Where the agent server was when the conversation started; null before. Where it is now is in `exposed_urls` of the sandbox. */
            agent_server_url: string | null;
            request: {
                [key: string]: unknown;
            };
            /** @description What took the time of the start: a step for each moment that was reached, in their order, from its acceptance on. Those of its sandbox come with the end of the wait for it. What was there before the start is not among them. Searches and the answer to the request itself do without them. */
            steps?: components["schemas"]["StartStepTime"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @enum {string} */
        AppConversationStartTaskStatus: "WORKING" | "WAITING_FOR_SANDBOX" | "PREPARING_REPOSITORY" | "RUNNING_SETUP_SCRIPT" | "SETTING_UP_GIT_HOOKS" | "SETTING_UP_SKILLS" | "STARTING_CONVERSATION" | "READY" | "ERROR";
        StartStepTime: {
            /** @description The moment in which it ended, one of ACCEPTED, TASK_REQUESTED, TASK_ACCEPTED, IMAGE_PULL_STARTED, IMAGE_PULLED, TASK_RUNNING, TASK_CLAIMED, AGENT_ANSWERED, AGENT_INITIALISED, SANDBOX_RUNNING, START_BEGUN, WORKSPACE_PREPARED, PROJECT_SET_UP, CONVERSATION_CREATED, READY. Later releases may have further ones. */
            step: string;
            /** Format: date-time */
            at: string;
            /** @description How long it took: the time since the step before. */
            seconds: number;
        };
        AppConversation: {
            id: string;
            created_by_user_id: string | null;
            sandbox_id: string;
            selected_repository: string | null;
            selected_branch: string | null;
            git_provider: components["schemas"]["ProviderType"] | null;
            title: string | null;
            trigger: components["schemas"]["ConversationTrigger"] | null;
            pr_number: number[];
            llm_model: string | null;
            metrics: {
                [key: string]: unknown;
            } | null;
            parent_conversation_id: string | null;
            sub_conversation_ids: string[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            sandbox_status: components["schemas"]["SandboxStatus"];
            execution_status: components["schemas"]["ConversationExecutionStatus"] | null;
            /** @description Why the conversation never started, when its `execution_status` is `error` for that; otherwise null. The next start of the conversation clears it. */
            status_detail: string | null;
            /** @description Where its agent server has it; null while there is none. It changes when the addresses of the sandbox do. */
            conversation_url: string | null;
            session_api_key: string | null;
            /** @description Where its agent works in the sandbox; null when its sandbox is gone and no agent said it. */
            workspace: {
                working_dir: string;
            } | null;
            agent_kind: string;
            public: boolean | null;
            tags: {
                [key: string]: string;
            };
            acp_server: string | null;
            launched_agent_profile: {
                agent_profile_id: string;
                revision: number | null;
            } | null;
        };
        Success: {
            /** @constant */
            success: true;
        };
        /** @description An event, unchanged as its agent server made it. */
        Event: {
            [key: string]: unknown;
        };
        GitDiff: {
            modified: string | null;
            original: string | null;
        };
        /** @description `position` is the place in the queue, from 1. */
        PendingMessage: {
            id: string;
            queued: boolean;
            position: number;
        };
        GitChange: {
            /** @enum {string} */
            status: "MOVED" | "ADDED" | "DELETED" | "UPDATED";
            path: string;
        };
        Skill: {
            name: string;
            /** @enum {string} */
            type: "repo" | "knowledge" | "agentskills";
            content: string;
            triggers: string[];
        };
        HookEvent: {
            event_type: string;
            matchers: {
                matcher: string;
                hooks: {
                    type: string;
                    command: string | null;
                    timeout: number | null;
                    async: boolean;
                }[];
            }[];
        };
        WebhookEndpointWithSecret: {
            id: string;
            url: string;
            events: string[];
            description: string | null;
            enabled: boolean;
            /** @description Why it gets no events: a request, it answered 410 (`gone`), or a message failed to the end of its schedule while nothing succeeded (`failing`). */
            disabled_reason: ("request" | "gone" | "failing") | null;
            disabled_at: string | null;
            /** @description Since when no attempt succeeds; null when the last one did. */
            failing_since: string | null;
            /** @description Until when messages are signed with the secret before this one, too. */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description What messages are signed with: `whsec_` and base64. It is shown this once. */
            secret: string;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            events: string[];
            description: string | null;
            enabled: boolean;
            /** @description Why it gets no events: a request, it answered 410 (`gone`), or a message failed to the end of its schedule while nothing succeeded (`failing`). */
            disabled_reason: ("request" | "gone" | "failing") | null;
            disabled_at: string | null;
            /** @description Since when no attempt succeeds; null when the last one did. */
            failing_since: string | null;
            /** @description Until when messages are signed with the secret before this one, too. */
            previous_secret_expires_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookMessage: {
            /** @description What every attempt carries as `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.disabled" | "webhook_endpoint.ping";
            object_id: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempt_count: number;
            /** @description The last 20, the oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            /** @description Not before this time, and not before the earlier messages of the same object. */
            next_attempt_at: string | null;
            delivered_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        WebhookAttempt: {
            /** Format: date-time */
            at: string;
            /** @description The status of the answer; null when there was none. */
            status: number | null;
            duration_ms: number;
            /** @description Why it was no success; null when it was. */
            error: string | null;
        };
        WebhookMessageWithBody: {
            /** @description What every attempt carries as `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.disabled" | "webhook_endpoint.ping";
            object_id: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempt_count: number;
            /** @description The last 20, the oldest first. */
            attempts: components["schemas"]["WebhookAttemptWithAnswer"][];
            /** @description Not before this time, and not before the earlier messages of the same object. */
            next_attempt_at: string | null;
            delivered_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description What is sent, to the byte: the JSON that the signature is about. */
            body: string;
        };
        WebhookAttemptWithAnswer: {
            /** Format: date-time */
            at: string;
            /** @description The status of the answer; null when there was none. */
            status: number | null;
            duration_ms: number;
            /** @description Why it was no success; null when it was. */
            error: string | null;
            /** @description What the receiver answered; null when it was nothing, no text by its `Content-Type`, or compressed. */
            answer: components["schemas"]["WebhookAnswer"] | null;
        };
        WebhookAnswer: {
            /** @description The first 1,024 bytes of the body at most, read as UTF-8: U+FFFD stands for control characters and for what is not UTF-8. */
            text: string;
            /** @description Whether the body went on, or did not end within a second. */
            truncated: boolean;
        };
        SandboxInfo: {
            id: string;
            created_by_user_id: string | null;
            sandbox_spec_id: string;
            status: components["schemas"]["SandboxStatus"];
            session_api_key: string | null;
            /** @description Where its ports are; null unless it runs. Each start and each resume gives new addresses, and so does a change of the keys or the domain of the ingress: read them again instead of keeping them. An address that is over answers with code `sandbox_moved`, under status 410, or 502 or 504 where nothing answers any more. The address of VSCODE opens it, by the session key in it. VSCODE and the workers need an origin of their own: without a domain for sandboxes their addresses answer with code `sandbox_domain_needed`. */
            exposed_urls: components["schemas"]["ExposedUrl"][] | null;
            /** Format: date-time */
            created_at: string;
            /** @description What people should know about the status, and what they can do; null when there is nothing to say. */
            status_detail: string | null;
            /** @description The last 20 states with the times at which they began, the oldest first. */
            transitions: components["schemas"]["SandboxTransition"][];
            /** @description When it is paused at the latest, however busy it is. Null unless it starts or runs. */
            deadline_at: string | null;
            /** @description When it is paused if nobody uses it from now on: its idle limit after the last use that is known. What its agent does is known a few minutes late, so the pause may come that much later. Null unless it runs. */
            idle_at: string | null;
            /** @description Its disk, or what is saved of it. Null where there is none: before its first start has one, where its spec has none, and once it expired or is lost. */
            workspace: components["schemas"]["SandboxWorkspace"] | null;
            /** @description When its workspace is deleted unless it is resumed before. Null unless it is paused or failed with its workspace saved. */
            expires_at: string | null;
            /** @description Why it is paused: a request (`api`), nobody used it (`idle`), it ran as long as it may (`timeout`), another sandbox needed its room (`limit`), or a budget is used up (`budget`). Null unless it is paused, or when it stopped by itself. */
            pause_reason: components["schemas"]["PauseReason"] | null;
            /** @description What took the time of its last start and, once it was to stop, of its end: a step for each moment that was reached, in their order. The first one of each has no time of its own. Only the answer about one sandbox has them. */
            steps?: components["schemas"]["SandboxStepTime"][];
        };
        ExposedUrl: {
            name: components["schemas"]["PortName"];
            url: string;
            port: number;
        };
        /** @enum {string} */
        PortName: "AGENT_SERVER" | "VSCODE" | "WORKER_1" | "WORKER_2";
        SandboxTransition: {
            state: components["schemas"]["SandboxState"];
            /** @description The code of why it came there; null where it was as asked for. */
            reason: string | null;
            /** Format: date-time */
            time: string;
        };
        /**
         * @description PENDING: accepted, nothing is started yet. PROVISIONING: its machine is on the way. BOOTING: its agent does not answer yet. RUNNING. STOPPING: its machine ends. SAVING: its workspace is copied. PAUSED: the workspace is safe. ERROR: it cannot go on. EXPIRED: its workspace was kept as long as promised, and deleted. DELETING, DELETED: on its way out, and gone.
         * @enum {string}
         */
        SandboxState: "PENDING" | "PROVISIONING" | "BOOTING" | "RUNNING" | "STOPPING" | "SAVING" | "PAUSED" | "ERROR" | "EXPIRED" | "DELETING" | "DELETED";
        SandboxWorkspace: {
            /** @description The size of its disk, in GiB. This is what counts in the usage report, where a GB is one GiB: a running sandbox adds it each second to `workspace_running_gb_seconds`, and one that rests to `workspace_paused_gb_seconds`, however much of it is filled. */
            size_gib: number;
            /** @description When it was last saved: a running sandbox has changed it since. Null before its first pause. */
            saved_at: string | null;
        };
        SandboxStepTime: {
            /** @description The moment in which it ended, one of ACCEPTED, TASK_REQUESTED, TASK_ACCEPTED, IMAGE_PULL_STARTED, IMAGE_PULLED, TASK_RUNNING, TASK_CLAIMED, AGENT_ANSWERED, AGENT_INITIALISED, SANDBOX_RUNNING, STOP_REQUESTED, STOP_DECIDED, STOP_SENT, TASK_STOPPED, SNAPSHOT_STARTED, WORKSPACE_SAVED. Later releases may have further ones. */
            step: string;
            /** Format: date-time */
            at: string;
            /** @description How long it took: the time since the step before. */
            seconds: number;
        };
        SandboxDeletion: {
            sandbox_id: string;
            sandbox_spec_id: string;
            /** Format: date-time */
            sandbox_created_at: string;
            /**
             * Format: date-time
             * @description When the deletion was asked for. The audit log says by which API key.
             */
            requested_at: string;
            /** @description When AWS had confirmed that all of it is gone. Null while something is left. */
            completed_at: string | null;
            /** @description Everything that held its workspace. Null until its task has ended, as its disks are known for sure only then. */
            disks: components["schemas"]["DeletedDisk"][] | null;
            /** @description When this receipt goes, 7 days after `completed_at`. Null while something is left. */
            expires_at: string | null;
        };
        DeletedDisk: {
            /**
             * @description A disk (`volume`), or a saved workspace (`snapshot`).
             * @enum {string}
             */
            kind: "volume" | "snapshot";
            /** @description Its id at AWS. */
            id: string;
            /**
             * @description `deleted` once AWS has confirmed that it is gone.
             * @enum {string}
             */
            result: "pending" | "deleted";
        };
        SandboxSpecInfo: {
            id: string;
            command: string[] | null;
            /** Format: date-time */
            created_at: string;
            initial_env: {
                [key: string]: string;
            };
            working_dir: string;
        };
        CurrentKey: {
            id: string;
            name: string | null;
            org_id: string | null;
            bound_org_id: string | null;
            user_id: string;
            /** @enum {string} */
            auth_type: "bearer" | "api_key";
            scopes: components["schemas"]["Scope"][];
        };
        ApiKey: {
            id: string;
            name: string | null;
            /** @description The last characters of the key. */
            last4: string | null;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["Limits"];
            /** @description The lineages whose limits bound it, each by the id of its first key: its own, then those that this one is part of. */
            lineages: string[];
            /** Format: date-time */
            created_at: string;
            /** @description The id of the key that made it, or `operator`. */
            created_by: string | null;
            /** @description May be ten minutes late. */
            last_used_at: string | null;
            not_before: string | null;
            expires_at: string | null;
            /** @description The id of the key that it replaces. */
            rotated_from: string | null;
            /** @description The id of the key that replaces it. */
            rotated_to: string | null;
            org_id: string | null;
        };
        /** @description null: none but those of the owner or the service. */
        Limits: {
            sandboxes: number | null;
            requests_per_minute: number | null;
            monthly_budget_usd: number | null;
            monthly_sandbox_hours: number | null;
        };
        CreatedApiKey: {
            id: string;
            name: string | null;
            /** @description The last characters of the key. */
            last4: string | null;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["Limits"];
            /** @description The lineages whose limits bound it, each by the id of its first key: its own, then those that this one is part of. */
            lineages: string[];
            /** Format: date-time */
            created_at: string;
            /** @description The id of the key that made it, or `operator`. */
            created_by: string | null;
            /** @description May be ten minutes late. */
            last_used_at: string | null;
            not_before: string | null;
            expires_at: string | null;
            /** @description The id of the key that it replaces. */
            rotated_from: string | null;
            /** @description The id of the key that replaces it. */
            rotated_to: string | null;
            org_id: string | null;
            /** @description The key itself, shown in this answer alone, and for a day in the same one to an Idempotency-Key that the same API key repeats. */
            key: string;
        };
        RotatedApiKey: {
            id: string;
            name: string | null;
            /** @description The last characters of the key. */
            last4: string | null;
            scopes: components["schemas"]["Scope"][];
            limits: components["schemas"]["Limits"];
            /** @description The lineages whose limits bound it, each by the id of its first key: its own, then those that this one is part of. */
            lineages: string[];
            /** Format: date-time */
            created_at: string;
            /** @description The id of the key that made it, or `operator`. */
            created_by: string | null;
            /** @description May be ten minutes late. */
            last_used_at: string | null;
            not_before: string | null;
            expires_at: string | null;
            /** @description The id of the key that it replaces. */
            rotated_from: string | null;
            /** @description The id of the key that replaces it. */
            rotated_to: string | null;
            org_id: string | null;
            /** @description The key itself, shown in this answer alone, and for a day in the same one to an Idempotency-Key that the same API key repeats. */
            key: string;
            previous: components["schemas"]["ApiKey"];
        };
        CreatedOwner: {
            id: string;
            /** @description null for an owner that was never set up and only has keys. */
            created_at: string | null;
            /** @description The id of the key that created the owner, or `operator`. */
            created_by: string | null;
            limits: components["schemas"]["Limits"];
            /** @description How many sandboxes count towards the limit now. */
            active_sandboxes: number;
            key: components["schemas"]["CreatedApiKey"] | null;
        };
        Owner: {
            id: string;
            /** @description null for an owner that was never set up and only has keys. */
            created_at: string | null;
            /** @description The id of the key that created the owner, or `operator`. */
            created_by: string | null;
            limits: components["schemas"]["Limits"];
            /** @description How many sandboxes count towards the limit now. */
            active_sandboxes: number;
        };
        CurrentLimits: {
            rate_limit: {
                policy: string;
                limit: number;
                window_seconds: number;
                used: number;
                remaining: number;
                /** Format: date-time */
                reset_at: string;
            };
            /** @description At once: what starts, runs or resumes. */
            sandboxes: {
                owner: {
                    /** @description Null where the key has none. Of several that bound the key, the one that leaves the least. */
                    limit: number | null;
                    /** @description By all keys for which this limit counts. */
                    used: number;
                };
                key: {
                    /** @description Null where the key has none. Of several that bound the key, the one that leaves the least. */
                    limit: number | null;
                    /** @description By all keys for which this limit counts. */
                    used: number;
                };
            };
            budgets: {
                /** @description In UTC, as `2026-11`. */
                month: string;
                /** @description When the ledger of usage was read for this. */
                as_of: string | null;
                owner: {
                    usd: {
                        /** @description Null where there is none. */
                        limit: number | null;
                        /** @description With what starts set aside. Null where no limit asks for it; the usage report tells of all. */
                        used: number | null;
                    };
                    sandbox_hours: {
                        /** @description Null where there is none. */
                        limit: number | null;
                        /** @description With what starts set aside. Null where no limit asks for it; the usage report tells of all. */
                        used: number | null;
                    };
                };
                key: {
                    usd: {
                        /** @description Null where there is none. */
                        limit: number | null;
                        /** @description With what starts set aside. Null where no limit asks for it; the usage report tells of all. */
                        used: number | null;
                    };
                    sandbox_hours: {
                        /** @description Null where there is none. */
                        limit: number | null;
                        /** @description With what starts set aside. Null where no limit asks for it; the usage report tells of all. */
                        used: number | null;
                    };
                };
            };
            /** @description What this key called in the last 24 hours, and how much of it of the legacy generation. */
            calls: {
                /** Format: date-time */
                since: string;
                total: number;
                legacy: number;
            };
        };
        AuditEntry: {
            id: string;
            /** Format: date-time */
            occurred_at: string;
            /** @description The operationId of an endpoint, or the type of an event such as `key.created`. */
            action: string;
            /** @enum {string} */
            outcome: "success" | "refused" | "failed";
            actor: {
                /** @enum {string} */
                type: "key" | "operator";
                owner_id: string | null;
                key_id: string | null;
                name: string | null;
            };
            /** @description The ids of what was touched, by their names. */
            resource: {
                [key: string]: string;
            };
            /** @description Null for what an operator did at the command line. */
            request: {
                /** @description The same as in the header X-Request-Id of the answer. */
                id: string;
                source_ip: string | null;
                user_agent: string | null;
                method: string | null;
                /** @description With the names of its parameters. */
                path: string | null;
                status: number | null;
                code: string | null;
            } | null;
        };
        DeviceAuthorization: {
            device_code: string;
            user_code: string;
            verification_uri: string;
            verification_uri_complete: string;
            expires_in: number;
            interval: number;
        };
        DeviceToken: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description For how many seconds the key works. */
            expires_in: number;
        };
        DecidedDevice: {
            /** @description What its request named as `User-Agent`. */
            program: string | null;
            /** @description From where it asked for the code. */
            address: string | null;
            /** Format: date-time */
            asked_at: string;
        };
        SuggestedGitTask: {
            git_provider: components["schemas"]["ProviderType"];
            task_type: components["schemas"]["TaskType"];
            repo: string;
            issue_number: number;
            title: string;
        };
        LegacyGitRepository: {
            id: string;
            /** @description Owner and name; with groups or a project between them at some providers. */
            full_name: string;
            git_provider: components["schemas"]["ProviderType"];
            is_public: boolean;
            stargazers_count: number | null;
            pushed_at: string | null;
            owner_type: ("user" | "organization") | null;
            main_branch: string | null;
            /** @description Where there is a next page, a link to it in the form of a `Link` header (RFC 8288). */
            link_header: string | null;
        };
        LegacyBranchPage: {
            branches: components["schemas"]["GitBranch"][];
            has_next_page: boolean;
            current_page: number;
            per_page: number;
            total_count: number | null;
        };
        GitBranch: {
            name: string;
            commit_sha: string;
            protected: boolean;
            last_push_date: string | null;
        };
        RepositoryMicroagent: {
            name: string;
            path: string;
            git_provider: components["schemas"]["ProviderType"];
            created_at: string;
        };
        RepositoryMicroagentContent: {
            content: string;
            path: string;
            triggers: string[];
            git_provider: components["schemas"]["ProviderType"];
        };
        GitRepository: {
            id: string;
            /** @description Owner and name; with groups or a project between them at some providers. */
            full_name: string;
            git_provider: components["schemas"]["ProviderType"];
            is_public: boolean;
            stargazers_count: number | null;
            pushed_at: string | null;
            owner_type: ("user" | "organization") | null;
            main_branch: string | null;
        };
        /** @description A provider that did not answer while others did, and why. */
        GitProviderFailure: {
            provider: components["schemas"]["ProviderType"];
            code: string;
            detail: string;
        };
        OptionsConfig: {
            /** @enum {string} */
            APP_MODE: "oss" | "saas";
            APP_SLUG: string | null;
            GITHUB_CLIENT_ID: string;
            POSTHOG_CLIENT_KEY: string;
            PROVIDERS_CONFIGURED: components["schemas"]["ProviderType"][];
            AUTH_URL: string | null;
            FEATURE_FLAGS: {
                ENABLE_BILLING: boolean;
                HIDE_LLM_SETTINGS: boolean;
                ENABLE_JIRA: boolean;
                ENABLE_JIRA_DC: boolean;
                ENABLE_LINEAR: boolean;
            };
            MAINTENANCE: {
                startTime: string;
            } | null;
        };
        WebClientConfig: {
            /** @enum {string} */
            app_mode: "oss" | "saas";
            posthog_client_key: string | null;
            feature_flags: {
                enable_billing: boolean;
                hide_llm_settings: boolean;
                enable_jira: boolean;
                enable_jira_dc: boolean;
                enable_linear: boolean;
            };
            providers_configured: components["schemas"]["ProviderType"][];
            maintenance_start_time: string | null;
            auth_url: string | null;
            recaptcha_site_key: string | null;
            faulty_models: string[];
            error_message: string | null;
            updated_at: string;
            github_app_slug: string | null;
        };
        LanguageModel: {
            provider: string | null;
            name: string;
            verified: boolean;
        };
        ModelProvider: {
            name: string;
            verified: boolean;
        };
        GitUser: {
            id: string;
            login: string;
            avatar_url: string;
            company: string | null;
            name: string | null;
            email: string | null;
        };
        Organization: {
            id: string;
            name: string;
            contact_name: string;
            contact_email: string;
            is_personal: boolean;
            credits: number | null;
        };
        OrganizationMember: {
            org_id: string;
            user_id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            status: string;
            /** @description What the caller's API key may do there. Clients hide what is not in it. */
            permissions: ("view_org_settings" | "edit_org_settings")[];
        };
        ProfileList: {
            profiles: {
                name: string;
                model: string | null;
                base_url: string | null;
                api_key_set: boolean;
                provider_connection_id?: string;
                provider_connection_broken?: boolean;
            }[];
            active_profile: string | null;
        };
        Settings: {
            language: string | null;
            agent: string;
            max_iterations: number;
            security_analyzer: string | null;
            confirmation_mode: boolean;
            llm_model: string;
            llm_base_url: string | null;
            llm_api_key: string | null;
            llm_api_key_set: boolean;
            search_api_key: string | null;
            search_api_key_set: boolean;
            /** @description The git providers whose token is kept, each with its host; null is the public one. */
            provider_tokens_set: {
                [key: string]: string | null;
            };
            enable_default_condenser: boolean;
            condenser_max_size: number | null;
            mcp_config: {
                sse_servers: {
                    [key: string]: unknown;
                }[];
                stdio_servers: {
                    [key: string]: unknown;
                }[];
                shttp_servers: {
                    [key: string]: unknown;
                }[];
            };
            user_version: number | null;
            email: string | null;
            email_verified: boolean | null;
            git_user_name: string | null;
            git_user_email: string | null;
            user_consents_to_analytics: boolean | null;
            enable_sound_notifications: boolean;
            enable_desktop_notifications: boolean;
            enable_proactive_conversation_starters: boolean;
            enable_solvability_analysis: boolean;
            disabled_skills: string[] | null;
            max_budget_per_task: number | null;
            remote_runtime_resource_factor: number | null;
            sandbox_base_container_image: string | null;
            sandbox_runtime_container_image: string | null;
            sandbox_api_key: null;
            sandbox_grouping_strategy: string;
            v1_enabled: boolean;
            is_new_user: boolean;
            agent_settings: {
                [key: string]: unknown;
            };
            conversation_settings: {
                [key: string]: unknown;
            };
            llm_profiles: {
                profiles: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                active: string | null;
            };
        };
        SettingsSchema: {
            model_name: string;
            sections: {
                key: string;
                label: string;
                fields: {
                    key: string;
                    label: string;
                    description: string | null;
                    section: string;
                    section_label: string;
                    /** @enum {string} */
                    value_type: "string" | "integer" | "number" | "boolean" | "array" | "object";
                    default: string | number | boolean | null;
                    /** @enum {string} */
                    prominence: "critical" | "major" | "minor";
                    depends_on: string[];
                    secret: boolean;
                    choices: {
                        value: string | number | boolean;
                        label: string;
                    }[];
                    variant: string | null;
                }[];
                variant: string | null;
            }[];
        };
        Profile: {
            name: string;
            config: {
                [key: string]: unknown;
            };
            api_key_set: boolean;
        };
        ProfileChanged: {
            name: string;
            message: string;
        };
        ProfileActivated: {
            name: string;
            message: string;
            model: string | null;
        };
        OrganizationProfile: {
            name: string;
            llm: {
                [key: string]: unknown;
            };
            api_key_set: boolean;
        };
        OrganizationProfileActivated: {
            name: string;
            message: string;
            llm: {
                [key: string]: unknown;
            };
        };
        ProviderConnection: {
            id: string;
            display_name: string;
            provider: string;
            base_url: string | null;
            /** @description In seconds since 1970, as is `updated_at`. */
            created_at: number;
            updated_at: number;
            api_key_set: boolean;
        };
        AgentProfileList: {
            profiles: components["schemas"]["AgentProfileSummary"][];
            active_agent_profile_id: string | null;
        };
        AgentProfileSummary: {
            id: string;
            name: string;
            /** @enum {string} */
            agent_kind: "openhands" | "acp";
            revision: number;
            llm_profile_ref: string | null;
            mcp_server_refs: string[] | null;
        };
        AgentProfile: {
            name: string;
            profile: {
                [key: string]: unknown;
            };
        };
        AgentProfileChanged: {
            name: string;
            message: string;
        };
        AgentProfileActivated: {
            id: string;
            message: string;
            /** @constant */
            agent_settings_applied: false;
        };
        CustomSecret: {
            name: string;
            description: string | null;
        };
        SandboxSecrets: {
            secrets: {
                name: string;
                description: string | null;
            }[];
        };
        UsageReport: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /**
             * Format: date-time
             * @description What goes on is counted up to this moment.
             */
            as_of: string;
            /** @enum {string} */
            group_by: "day" | "sandbox" | "conversation" | "key" | "spec";
            /**
             * @description Only there if it was asked for.
             * @enum {string}
             */
            split_by?: "day" | "sandbox" | "conversation" | "key" | "spec";
            /** @constant */
            currency: "USD";
            /** @description Whose prices these are. */
            price_list: {
                /** @description The AWS Region whose list prices these costs are by. */
                region: string;
                /** @description Where the service runs. Another Region than `region` if that one is not on the price list. */
                service_region: string | null;
                /**
                 * Format: date
                 * @description When the prices in force at the end of the span were read.
                 */
                read_on: string;
            };
            items: components["schemas"]["UsageGroup"][];
            /** @description Of the whole span, whatever page this is. */
            totals: components["schemas"]["UsageTotals"];
            next_page_id: string | null;
        };
        UsageGroup: {
            /** @description The day (UTC), or the id of the sandbox, conversation, API key or spec; null for what belongs to none. */
            group: string | null;
            /** @description The same of what the group is split by. It is there if `split_by` was asked for, and items are splits. */
            split?: string | null;
            /** @description For how long sandboxes ran, from the pull of the image to the end of the task. */
            compute_seconds: number;
            /** @description What is charged of the processors: of each task at least a minute. */
            vcpu_seconds: number;
            /** @description The same of the memory. */
            memory_gb_seconds: number;
            /** @description The same of the public addresses, one for each task. */
            public_ipv4_seconds: number;
            /** @description Disks of sandboxes that run. */
            workspace_running_gb_seconds: number;
            /** @description Workspaces that are kept while nothing runs. */
            workspace_paused_gb_seconds: number;
            api_calls: number;
            /** @description Those of them that went to endpoints of the legacy generation. */
            legacy_api_calls: number;
            /** @description In millionths of a US dollar. */
            cost_micro_usd: number;
            /** @description The same in US dollars, as a decimal number of six places. */
            cost_usd: string;
        };
        UsageTotals: {
            /** @description For how long sandboxes ran, from the pull of the image to the end of the task. */
            compute_seconds: number;
            /** @description What is charged of the processors: of each task at least a minute. */
            vcpu_seconds: number;
            /** @description The same of the memory. */
            memory_gb_seconds: number;
            /** @description The same of the public addresses, one for each task. */
            public_ipv4_seconds: number;
            /** @description Disks of sandboxes that run. */
            workspace_running_gb_seconds: number;
            /** @description Workspaces that are kept while nothing runs. */
            workspace_paused_gb_seconds: number;
            api_calls: number;
            /** @description Those of them that went to endpoints of the legacy generation. */
            legacy_api_calls: number;
            /** @description In millionths of a US dollar. */
            cost_micro_usd: number;
            /** @description The same in US dollars, as a decimal number of six places. */
            cost_usd: string;
        };
        UserInfo: {
            id: string;
            language: string | null;
            agent: string;
            max_iterations: number;
            security_analyzer: string | null;
            confirmation_mode: boolean;
            llm_model: string;
            llm_base_url: string | null;
            llm_api_key: string | null;
            llm_api_key_set: boolean;
            search_api_key: string | null;
            search_api_key_set: boolean;
            /** @description The git providers whose token is kept, each with its host; null is the public one. */
            provider_tokens_set: {
                [key: string]: string | null;
            };
            enable_default_condenser: boolean;
            condenser_max_size: number | null;
            mcp_config: {
                sse_servers: {
                    [key: string]: unknown;
                }[];
                stdio_servers: {
                    [key: string]: unknown;
                }[];
                shttp_servers: {
                    [key: string]: unknown;
                }[];
            };
            user_version: number | null;
            email: string | null;
            email_verified: boolean | null;
            git_user_name: string | null;
            git_user_email: string | null;
            user_consents_to_analytics: boolean | null;
            enable_sound_notifications: boolean;
            enable_desktop_notifications: boolean;
            enable_proactive_conversation_starters: boolean;
            enable_solvability_analysis: boolean;
            disabled_skills: string[] | null;
            max_budget_per_task: number | null;
            remote_runtime_resource_factor: number | null;
            sandbox_base_container_image: string | null;
            sandbox_runtime_container_image: string | null;
            sandbox_api_key: null;
            sandbox_grouping_strategy: string;
            v1_enabled: boolean;
            is_new_user: boolean;
            agent_settings: {
                [key: string]: unknown;
            };
            conversation_settings: {
                [key: string]: unknown;
            };
            llm_profiles: {
                profiles: {
                    [key: string]: {
                        [key: string]: unknown;
                    };
                };
                active: string | null;
            };
        };
        ServerInfo: {
            name: string;
            version: string;
            stage: string;
            api_versions: string[];
        };
    };
    responses: {
        /** @description Any other failure: a proxy or the gateway itself answers (`method_not_allowed`, `not_acceptable`, `bad_gateway`, `gateway_timeout`, …). After a 502 or 504 the request may have been carried out. */
        OtherFailure: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description The id of the event: the same on every try, so that a receiver can tell what it has had. */
        WebhookId: string;
        /** @description When this try was made, in seconds since 1970. */
        WebhookTimestamp: string;
        /** @description `v1,` and HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64, by the bytes behind `whsec_` of the secret. After a rotation there are two, with a space between them. */
        WebhookSignature: string;
        /** @description The `ETag` of what the change is for, as it was read. When it was changed since, this is a 412 and changes nothing. Without it the change is made in any case. */
        IfMatch: string;
        /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request, also in the logs and in `request_id` of errors. Tell it to support. */
        "X-Request-Id": string;
        /** @description The limits of this key: `q` requests in `w` seconds. */
        "RateLimit-Policy": string;
        /** @description What is left of a limit: `r` requests, until it is whole again in `t` seconds. */
        RateLimit: string;
        /** @description Requests that this key may send in a minute. */
        "X-RateLimit-Limit": number;
        /** @description How many of them are left. */
        "X-RateLimit-Remaining": number;
        /** @description When all of them are back, in seconds since 1970. */
        "X-RateLimit-Reset": number;
        /** @description How many seconds to wait before another try. */
        "Retry-After": number;
        /** @description Names this very answer. Send it as `If-None-Match`: while the answer is the same, it is a 304. */
        ETag: string;
        /** @description The path of what was created. */
        Location: string;
        /** @description How to send a key. */
        "WWW-Authenticate": string;
        /** @description Since when this operation is deprecated (RFC 9745). */
        Deprecation: string;
        /** @description When it may be gone (RFC 8594). Only where the operator has set a date. */
        Sunset: string;
        /** @description Where its successor and the description of the deprecation are. */
        Link: string;
        /** @description `true` where this is the answer of an earlier request with the same Idempotency-Key. */
        "Idempotent-Replayed": "true";
        /** @description Until when the same Idempotency-Key gives the same answer. */
        "Idempotency-Expires": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "list-app-conversations": {
        parameters: {
            query?: {
                title__contains?: string;
                created_at__gte?: string;
                created_at__lt?: string;
                updated_at__gte?: string;
                updated_at__lt?: string;
                sandbox_id__eq?: string & (unknown & unknown);
                include_sub_conversations?: boolean;
                page_id?: string;
                limit?: number;
                ids?: (string & (unknown & unknown))[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AppConversation"][];
                        next_page_id: string | null;
                    } | (components["schemas"]["AppConversation"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-app-conversation": {
        parameters: {
            query?: {
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppConversationStartRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversationStartTask"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "stream-start-app-conversation": {
        parameters: {
            query?: {
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppConversationStartRequest"];
            };
        };
        responses: {
            /** @description The answer, piece by piece. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversationStartTask"][];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-app-conversations": {
        parameters: {
            query?: {
                title__contains?: string;
                created_at__gte?: string;
                created_at__lt?: string;
                updated_at__gte?: string;
                updated_at__lt?: string;
                sandbox_id__eq?: string & (unknown & unknown);
                include_sub_conversations?: boolean;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AppConversation"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-app-conversations": {
        parameters: {
            query?: {
                title__contains?: string;
                created_at__gte?: string;
                created_at__lt?: string;
                updated_at__gte?: string;
                updated_at__lt?: string;
                sandbox_id__eq?: string & (unknown & unknown);
                include_sub_conversations?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-app-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversation"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-app-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-app-conversation": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the change is for, as it was read. When it was changed since, this is a 412 and changes nothing. Without it the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppConversationUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppConversation"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-start-tasks": {
        parameters: {
            query: {
                ids: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["AppConversationStartTask"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-start-tasks": {
        parameters: {
            query?: {
                conversation_id__eq?: string & (unknown & unknown);
                created_at__gte?: string;
                sort_order?: components["schemas"]["AppConversationStartTaskSortOrder"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AppConversationStartTask"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-start-tasks": {
        parameters: {
            query?: {
                conversation_id__eq?: string & (unknown & unknown);
                created_at__gte?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "send-message": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserMessage"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        sandbox_status: components["schemas"]["SandboxStatus"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "queue-message": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PendingMessageRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingMessage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "read-conversation-file": {
        parameters: {
            query?: {
                file_path?: string;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-conversation-files": {
        parameters: {
            query?: {
                path?: string;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-git-changes": {
        parameters: {
            query: {
                path: string;
                ref?: string;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GitChange"][];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-git-diff": {
        parameters: {
            query: {
                path: string;
                ref?: string;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GitDiff"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-conversation-skills": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skills: components["schemas"]["Skill"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-conversation-hooks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        hooks: components["schemas"]["HookEvent"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "switch-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchProfileRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "switch-acp-model": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchAcpModelRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-conversation-events": {
        parameters: {
            query?: {
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
                sort_order?: components["schemas"]["EventSortOrder"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-conversation-events": {
        parameters: {
            query?: {
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-conversation-events": {
        parameters: {
            query: {
                id: string[];
            };
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Event"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-events": {
        parameters: {
            query: {
                conversation_id__eq: string & (unknown & unknown);
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
                sort_order?: components["schemas"]["EventSortOrder"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Event"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "count-events": {
        parameters: {
            query: {
                conversation_id__eq: string & (unknown & unknown);
                kind__eq?: string;
                timestamp__gte?: string;
                timestamp__lt?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-events": {
        parameters: {
            query: {
                conversation_id__eq: string & (unknown & unknown);
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["Event"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "download-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                conversation_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer, piece by piece. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 5242880 bytes at most (else 413). It nests 64 levels deep at most, and holds 250000 members and elements; and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentConversationInfo"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID, with or without dashes. */
                conversation_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 5242880 bytes at most (else 413). It nests 64 levels deep at most, and holds 250000 members and elements; and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentEvent"][];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-sandbox-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 5242880 bytes at most (else 413). It nests 64 levels deep at most, and holds 250000 members and elements; and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentConversationInfo"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "receive-sandbox-events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                /** @description A UUID, with or without dashes. */
                conversation_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 5242880 bytes at most (else 413). It nests 64 levels deep at most, and holds 250000 members and elements; and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentEvent"][];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookEndpoint"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where events are sent: https, port 443 or from 1024 up, a host on the public internet, no user name or password. Redirects are not followed.
                     */
                    url: string;
                    events: ("*" | "conversation.*" | "sandbox.*" | "key.*" | "budget.*" | "webhook_endpoint.*" | "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.disabled")[];
                    /** @default null */
                    description?: string | null;
                    /** @default true */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the change is for, as it was read. When it was changed since, this is a 412 and changes nothing. Without it the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where events are sent: https, port 443 or from 1024 up, a host on the public internet, no user name or password. Redirects are not followed.
                     */
                    url?: string;
                    events?: ("*" | "conversation.*" | "sandbox.*" | "key.*" | "budget.*" | "webhook_endpoint.*" | "conversation.created" | "conversation.updated" | "conversation.status_changed" | "conversation.deleted" | "sandbox.starting" | "sandbox.running" | "sandbox.pausing" | "sandbox.paused" | "sandbox.error" | "sandbox.deleted" | "key.created" | "key.rotated" | "key.revoked" | "budget.warning" | "budget.exhausted" | "webhook_endpoint.disabled")[];
                    description?: string | null;
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rotate-webhook-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description For how long the present secret signs too: a day unless said otherwise, a week at most.
                     * @default 86400
                     */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "ping-webhook-endpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5f0c1d27b3e8f4a5b6c7d8e9f01",
                     *       "type": "conversation.created",
                     *       "object_id": "text",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "attempts": [
                     *         {
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "status": 1,
                     *           "duration_ms": 1,
                     *           "error": "text"
                     *         }
                     *       ],
                     *       "next_attempt_at": "2026-11-21T09:30:00.000Z",
                     *       "delivered_at": "2026-11-21T09:30:00.000Z",
                     *       "created_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-webhook-messages": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["WebhookMessage"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-webhook-message": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5f0c1d27b3e8f4a5b6c7d8e9f01",
                     *       "type": "conversation.created",
                     *       "object_id": "text",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "attempts": [
                     *         {
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "status": 1,
                     *           "duration_ms": 1,
                     *           "error": "text",
                     *           "answer": {
                     *             "text": "Please fix the flaky login test.",
                     *             "truncated": true
                     *           }
                     *         }
                     *       ],
                     *       "next_attempt_at": "2026-11-21T09:30:00.000Z",
                     *       "delivered_at": "2026-11-21T09:30:00.000Z",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "body": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessageWithBody"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "redeliver-webhook-message": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019aa5f0c1d27b3e8f4a5b6c7d8e9f01",
                     *       "type": "conversation.created",
                     *       "object_id": "text",
                     *       "status": "pending",
                     *       "attempt_count": 1,
                     *       "attempts": [
                     *         {
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "status": 1,
                     *           "duration_ms": 1,
                     *           "error": "text"
                     *         }
                     *       ],
                     *       "next_attempt_at": "2026-11-21T09:30:00.000Z",
                     *       "delivered_at": "2026-11-21T09:30:00.000Z",
                     *       "created_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookMessage"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-sandboxes": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SandboxInfo"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-sandboxes": {
        parameters: {
            query: {
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["SandboxInfo"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "start-sandbox": {
        parameters: {
            query?: {
                sandbox_spec_id?: string;
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox": {
        parameters: {
            query?: {
                /** @description The status to wait for. */
                wait?: components["schemas"]["SandboxStatus"];
                /** @description How many seconds to wait at most, by default 25. It needs `wait`. */
                timeout?: number;
            };
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "pause-sandbox": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "resume-sandbox": {
        parameters: {
            query?: {
                on_limit?: "reject" | "pause_oldest";
            };
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-sandbox-deletions": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SandboxDeletion"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox-deletion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxDeletion"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-sandbox-specs": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SandboxSpecInfo"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "batch-get-sandbox-specs": {
        parameters: {
            query: {
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["SandboxSpecInfo"] | null)[];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-current-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "revoke-key": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "API key deleted successfully";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rotate-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                key_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedApiKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-owners": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Owner"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-owner": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOwner"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-owner": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Owner"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-owner": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the change is for, as it was read. When it was changed since, this is a 412 and changes nothing. Without it the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                owner_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnerUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Owner"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-owner-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                owner_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentLimits"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-audit": {
        parameters: {
            query?: {
                /** @description Inclusive. */
                from?: string;
                /** @description Exclusive. */
                to?: string;
                action?: string;
                key_id?: string;
                /** @description The id of what was touched. */
                resource?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "authorize-device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceAuthorization"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-device-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A form or JSON in UTF-8 of 8192 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["DeviceTokenRequest"];
                "application/json": components["schemas"]["DeviceTokenRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceToken"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "show-device-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "verify-device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A form or JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["DeviceVerification"];
                "application/json": components["schemas"]["DeviceVerification"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        device: components["schemas"]["DecidedDevice"];
                        /** @description Those that the key of an approved device gets. */
                        scopes: string[];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-automation-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ok" | "error";
                        message: string;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-automation-sdk-version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sdk_version: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-llm-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-llm-key-permitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        permitted: boolean;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: unknown[];
                        next_page_id: null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-installations": {
        parameters: {
            query: {
                provider: components["schemas"]["ProviderType"];
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: string[];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-repositories": {
        parameters: {
            query: {
                provider: components["schemas"]["ProviderType"];
                query?: string;
                /** @description Only those under it; a search goes beyond it. */
                installation_id?: string;
                sort_order?: "stars-desc" | "stars-asc" | "forks-desc" | "forks-asc" | "updated-desc" | "updated-asc";
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["GitRepository"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-branches": {
        parameters: {
            query: {
                provider: components["schemas"]["ProviderType"];
                /** @description Owner and name of a repository, with a slash between them. GitLab nests groups (`group/subgroup/name`), and Azure DevOps names organization, project and repository (a space is `%20`). */
                repository: string;
                query?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["GitBranch"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-suggested-tasks": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["SuggestedGitTask"][];
                        next_page_id: string | null;
                        failures: components["schemas"]["GitProviderFailure"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-git-organizations": {
        parameters: {
            query?: {
                provider?: components["schemas"]["ProviderType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        provider: components["schemas"]["ProviderType"] | null;
                        organizations: string[];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-web-client-config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebClientConfig"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-saas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        saas: boolean;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-models": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
                query?: string;
                verified__eq?: boolean;
                provider__eq?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["LanguageModel"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-providers": {
        parameters: {
            query?: {
                page_id?: string;
                limit?: number;
                query?: string;
                verified__eq?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ModelProvider"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-git-info": {
        parameters: {
            query?: {
                provider?: components["schemas"]["ProviderType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GitUser"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Organization"][];
                        next_page_id: string | null;
                        current_org_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMember"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "find-organization-member": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMember"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-organization-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-settings": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the change is for, as it was read. When it was changed since, this is a 412 and changes nothing. Without it the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Settings stored";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-agent-settings-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsSchema"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-conversation-settings-schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsSchema"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "save-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the change is for, as it was read. When it was changed since, this is a 412 and changes nothing. Without it the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveProfileRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-profile": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the change is for, as it was read. When it was changed since, this is a 412 and changes nothing. Without it the change is made in any case. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "activate-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileActivated"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rename-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    new_name: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationProfile"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "save-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SaveProfileRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "activate-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationProfileActivated"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rename-organization-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    new_name: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-provider-connections": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connections: components["schemas"]["ProviderConnection"][];
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-provider-connection": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderConnectionCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConnection"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-provider-connection": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConnection"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-provider-connection": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                org_id: string;
                connection_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderConnectionUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderConnection"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-agent-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileList"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfile"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "save-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentProfileInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "rename-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string & (unknown & unknown);
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": {
                    new_name: string & (unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileChanged"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "activate-agent-profile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentProfileActivated"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "search-secrets": {
        parameters: {
            query?: {
                name__contains?: string;
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CustomSecret"][];
                        next_page_id: string | null;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "create-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this very request, such as a UUID: 1 to 255 visible ASCII characters, bare or as a string of Structured Fields in double quotes. Sent again within 24 hours with the same path, query and body, it gives the answer of the first time, and does nothing anew. The API key is the same, or one that may as much; an answer that shows a secret is for the same one alone. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomSecretCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Secret created successfully";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "update-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret_id: string;
            };
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomSecretUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Secret updated successfully";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "delete-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Secret deleted successfully";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "add-git-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description JSON in UTF-8 of 262144 bytes at most (else 413). It nests 24 levels deep at most, and holds 20000 members and elements; no number other than 0 is closer to it than 1e-120 or beyond ±9007199254740991, no field has an empty name, no text holds NUL or half of a character, and none is called `__proto__`, nor `prototype` in a `constructor`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GitProviders"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Git providers stored";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "remove-git-providers": {
        parameters: {
            query?: {
                provider?: components["schemas"]["ProviderType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        message: "Unset Git provider tokens";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "list-sandbox-secrets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxSecrets"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-sandbox-secret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sandbox_id: string & (unknown & unknown);
                secret_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-usage": {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                group_by?: "day" | "sandbox" | "conversation" | "key" | "spec";
                /** @description Another thing than `group_by`: items are then the splits of each group, such as the specs of each day, and add up to the group. */
                split_by?: "day" | "sandbox" | "conversation" | "key" | "spec";
                format?: "json" | "csv";
                page_id?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                    "text/csv; charset=utf-8": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-current-user": {
        parameters: {
            query?: {
                expose_secrets?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-alive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "OK";
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-server-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerInfo"];
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
    "get-migration-guide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            default: components["responses"]["OtherFailure"];
        };
    };
}

/** The paths whose POST may be sent again under one Idempotency-Key. */
export const idempotentPaths: readonly string[] = [
  "/api/v1/app-conversations",
  "/api/v1/app-conversations/stream-start",
  "/api/v1/app-conversations/{conversation_id}/send-message",
  "/api/v1/conversations/{conversation_id}/pending-messages",
  "/api/v1/webhook-endpoints",
  "/api/v1/webhook-endpoints/{endpoint_id}/rotate-secret",
  "/api/v1/sandboxes",
  "/api/v1/sandboxes/{sandbox_id}/pause",
  "/api/v1/sandboxes/{sandbox_id}/resume",
  "/api/keys",
  "/api/keys/{key_id}/rotate",
  "/api/v1/owners",
  "/api/v1/owners/{owner_id}/keys",
  "/api/v1/secrets",
];

/** The scope that each operation asks of an API key. Others take any key, or none. */
export const requiredScopes = {
  "POST /api/v1/app-conversations": "conversations:write",
  "GET /api/v1/app-conversations": "conversations:read",
  "POST /api/v1/app-conversations/stream-start": "conversations:write",
  "GET /api/v1/app-conversations/search": "conversations:read",
  "GET /api/v1/app-conversations/count": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}": "conversations:read",
  "DELETE /api/v1/app-conversations/{conversation_id}": "conversations:write",
  "PATCH /api/v1/app-conversations/{conversation_id}": "conversations:write",
  "GET /api/v1/app-conversations/start-tasks": "conversations:read",
  "GET /api/v1/app-conversations/start-tasks/search": "conversations:read",
  "GET /api/v1/app-conversations/start-tasks/count": "conversations:read",
  "POST /api/v1/app-conversations/{conversation_id}/send-message": "conversations:write",
  "POST /api/v1/conversations/{conversation_id}/pending-messages": "conversations:write",
  "GET /api/v1/app-conversations/{conversation_id}/file": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/files": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/git/changes": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/git/diff": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/skills": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/hooks": "conversations:read",
  "POST /api/v1/app-conversations/{conversation_id}/switch_profile": "conversations:write",
  "POST /api/v1/app-conversations/{conversation_id}/switch_acp_model": "conversations:write",
  "GET /api/v1/conversation/{conversation_id}/events/search": "conversations:read",
  "GET /api/v1/conversation/{conversation_id}/events/count": "conversations:read",
  "GET /api/v1/conversation/{conversation_id}/events": "conversations:read",
  "GET /api/v1/events/search": "conversations:read",
  "GET /api/v1/events/count": "conversations:read",
  "GET /api/v1/events": "conversations:read",
  "GET /api/v1/app-conversations/{conversation_id}/download": "conversations:read",
  "POST /api/v1/webhook-endpoints": "webhooks:write",
  "GET /api/v1/webhook-endpoints": "webhooks:read",
  "GET /api/v1/webhook-endpoints/{endpoint_id}": "webhooks:read",
  "PATCH /api/v1/webhook-endpoints/{endpoint_id}": "webhooks:write",
  "DELETE /api/v1/webhook-endpoints/{endpoint_id}": "webhooks:write",
  "POST /api/v1/webhook-endpoints/{endpoint_id}/rotate-secret": "webhooks:write",
  "POST /api/v1/webhook-endpoints/{endpoint_id}/ping": "webhooks:write",
  "GET /api/v1/webhook-endpoints/{endpoint_id}/messages": "webhooks:read",
  "GET /api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}": "webhooks:read",
  "POST /api/v1/webhook-endpoints/{endpoint_id}/messages/{message_id}/redeliver": "webhooks:write",
  "GET /api/v1/sandboxes/search": "sandboxes:read",
  "GET /api/v1/sandboxes": "sandboxes:read",
  "POST /api/v1/sandboxes": "sandboxes:write",
  "GET /api/v1/sandboxes/{sandbox_id}": "sandboxes:read",
  "DELETE /api/v1/sandboxes/{sandbox_id}": "sandboxes:write",
  "POST /api/v1/sandboxes/{sandbox_id}/pause": "sandboxes:write",
  "POST /api/v1/sandboxes/{sandbox_id}/resume": "sandboxes:write",
  "GET /api/v1/sandbox-deletions": "sandboxes:read",
  "GET /api/v1/sandbox-deletions/{sandbox_id}": "sandboxes:read",
  "GET /api/v1/sandbox-specs/search": "sandboxes:read",
  "GET /api/v1/sandbox-specs": "sandboxes:read",
  "GET /api/keys": "keys:read",
  "POST /api/keys": "keys:write",
  "GET /api/keys/{key_id}": "keys:read",
  "DELETE /api/keys/{key_id}": "keys:write",
  "POST /api/keys/{key_id}/rotate": "keys:write",
  "POST /api/v1/owners": "admin",
  "GET /api/v1/owners": "admin",
  "GET /api/v1/owners/{owner_id}": "admin",
  "PATCH /api/v1/owners/{owner_id}": "admin",
  "POST /api/v1/owners/{owner_id}/keys": "admin",
  "GET /api/v1/audit": "audit:read",
  "POST /oauth/device/verify-authenticated": "keys:write",
  "GET /api/v1/git/installations/search": "conversations:read",
  "GET /api/v1/git/repositories/search": "conversations:read",
  "GET /api/v1/git/branches/search": "conversations:read",
  "GET /api/v1/git/suggested-tasks/search": "conversations:read",
  "GET /api/v1/users/git-organizations": "settings:read",
  "GET /api/v1/users/git-info": "settings:read",
  "GET /api/organizations/{org_id}/profiles": "settings:read",
  "GET /api/v1/settings": "settings:read",
  "POST /api/v1/settings": "settings:write",
  "GET /api/v1/settings/profiles": "settings:read",
  "GET /api/v1/settings/profiles/{name}": "settings:read",
  "POST /api/v1/settings/profiles/{name}": "settings:write",
  "DELETE /api/v1/settings/profiles/{name}": "settings:write",
  "POST /api/v1/settings/profiles/{name}/activate": "settings:write",
  "POST /api/v1/settings/profiles/{name}/rename": "settings:write",
  "GET /api/organizations/{org_id}/profiles/{name}": "settings:read",
  "POST /api/organizations/{org_id}/profiles/{name}": "settings:write",
  "DELETE /api/organizations/{org_id}/profiles/{name}": "settings:write",
  "POST /api/organizations/{org_id}/profiles/{name}/activate": "settings:write",
  "POST /api/organizations/{org_id}/profiles/{name}/rename": "settings:write",
  "GET /api/organizations/{org_id}/provider-connections": "settings:read",
  "POST /api/organizations/{org_id}/provider-connections": "settings:write",
  "PATCH /api/organizations/{org_id}/provider-connections/{connection_id}": "settings:write",
  "DELETE /api/organizations/{org_id}/provider-connections/{connection_id}": "settings:write",
  "GET /api/agent-profiles": "settings:read",
  "GET /api/agent-profiles/{name}": "settings:read",
  "POST /api/agent-profiles/{name}": "settings:write",
  "DELETE /api/agent-profiles/{name}": "settings:write",
  "POST /api/agent-profiles/{name}/rename": "settings:write",
  "POST /api/agent-profiles/{name}/activate": "settings:write",
  "GET /api/v1/secrets/search": "settings:read",
  "POST /api/v1/secrets": "settings:write",
  "PUT /api/v1/secrets/{secret_id}": "settings:write",
  "DELETE /api/v1/secrets/{secret_id}": "settings:write",
  "POST /api/v1/secrets/git-providers": "settings:write",
  "DELETE /api/v1/secrets/git-providers": "settings:write",
  "GET /api/v1/usage": "usage:read",
  "GET /api/v1/users/me": "settings:read",
} as const;
