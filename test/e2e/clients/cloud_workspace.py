"""What a program does with OpenHandsCloudWorkspace. Reads JSON from stdin, and prints what it saw as JSON."""

import json
import os
import sys
import tempfile
from importlib.metadata import version

os.environ["OPENHANDS_SUPPRESS_BANNER"] = "1"
# LiteLLM looks for prices on the internet otherwise.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

from openhands.sdk import Agent, Conversation, Tool  # noqa: E402
from openhands.workspace import OpenHandsCloudWorkspace  # noqa: E402
import openhands.tools.terminal  # noqa: E402, F401

given = json.load(sys.stdin)
service = {"cloud_api_url": given["url"], "cloud_api_key": given["key"], "sandbox_spec_id": given.get("spec")}
seen = {"version": version("openhands-workspace")}


def api(workspace, method, path):
    return workspace._send_api_request(method, f"{given['url']}/api/v1/sandboxes{path}").json()


first = OpenHandsCloudWorkspace(**service, keep_alive=True)
sandbox = first._sandbox_id
seen["alive"] = first.alive
ran = first.execute_command("echo out; echo err >&2; exit 3", cwd="/workspace")
seen["command"] = [ran.exit_code, ran.stdout + ran.stderr]

with tempfile.TemporaryDirectory() as folder:
    sent, received = os.path.join(folder, "sent"), os.path.join(folder, "received")
    with open(sent, "w", encoding="utf-8") as file:
        file.write("héllo")
    seen["upload"] = first.file_upload(sent, "/workspace/project/sent.txt").success
    seen["download"] = first.file_download("/workspace/project/sent.txt", received).success
    with open(received, encoding="utf-8") as file:
        seen["content"] = file.read()

llm = first.get_llm()
seen["llm"] = [llm.model, llm.base_url, llm.api_key.get_secret_value()]
seen["secrets"] = {name: secret.get_value() for name, secret in first.get_secrets().items()}

conversation = Conversation(agent=Agent(llm=llm, tools=[Tool(name="terminal")]), workspace=first)
conversation.send_message("hello from Python")
conversation.run()
seen["status"] = conversation.state.execution_status.value
seen["answers"] = [str(event) for event in conversation.state.events if type(event).__name__ == "MessageEvent"]
conversation.close()

# The package can resume a sandbox, but not pause one.
api(first, "POST", f"/{sandbox}/pause")
second = OpenHandsCloudWorkspace(**service, sandbox_id=sandbox)
seen["resumed"] = [second._sandbox_id == sandbox, second.host == first.host, second.alive]
seen["kept"] = second.execute_command("cat /workspace/project/sent.txt").stdout

# The object that knew the sandbox before goes on, too.
api(first, "POST", f"/{sandbox}/pause")
first.resume()
seen["same"] = [first.host == second.host, first.execute_command("cat /workspace/project/sent.txt").stdout]

second.cleanup()
seen["left"] = api(first, "GET", f"?id={sandbox}")
first._sandbox_id = None
print("\n" + json.dumps(seen))
